//! Every code that saved progress reports.

gridwright_core::codes! {
    TOO_LARGE = Fault "progress.too-large": "The document is larger than progress can be.";
    NOT_JSON = Fault "progress.not-json": "The document is not JSON.";
    WRONG_SHAPE = Fault "progress.wrong-shape": "A value has the wrong type, or a key is missing or doubled.";
    UNKNOWN_KEY = Fault "progress.unknown-key": "A key means nothing here.";
    FORMAT = Fault "progress.format": "The document holds something other than saved progress.";
    VERSION = Fault "progress.version": "The document was written in a version this program cannot read.";
    BAD_NAME = Fault "progress.bad-name": "The name of a game, level or metric is empty, too long or not plain.";
    BAD_NUMBER = Fault "progress.bad-number": "A number is larger than every JSON reader can hold exactly.";
    BAD_TIMES = Fault "progress.bad-times": "A level was last completed before it was first completed.";
    NO_METRIC = Fault "progress.no-metric": "A result names no metric.";
    TOO_MANY = Fault "progress.too-many": "A level has more results, or a result more metrics, than are kept.";
    BAD_MOVES = Fault "progress.bad-moves": "The moves so far are too long or not JSON.";
}
