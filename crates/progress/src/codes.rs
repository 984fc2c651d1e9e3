//! Every code that the file of saved progress reports; what is in it has codes in the workshop.

gridwright_core::codes! {
    SET_ASIDE = Remark "progress.set-aside": "Damaged progress was kept under another name, and what could be read of it was saved.";
    NO_BACKUP = Remark "progress.no-backup": "No backup of saved progress could be made.";
}
