//! Every code that the file of saved progress reports; what is in it has codes in the workshop.

gridwright_core::codes! {
    SET_ASIDE = Remark "progress.set-aside": "Damaged progress was kept under another name and a new file begun.";
}
