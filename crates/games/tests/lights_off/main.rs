//! What Lights Off alone promises.

mod enumeration;
mod facts;
mod files;
mod grades;
mod own;
