//! The server as its clients see it, over real connections on loopback.

mod crowd;
mod described;
mod guard;
mod jobs;
mod kept;
mod malformed;
mod running;
mod toy;
mod walk;
