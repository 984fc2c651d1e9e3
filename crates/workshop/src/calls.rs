//! The one table of calls.
//!
//! A row names a plain function from a typed request to a typed answer. The server makes a route
//! of every row and describes them all; [`Workshop::answer`] finds the row of an address and
//! carries JSON in and out, which is all that a front end without types needs.

use std::sync::LazyLock;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use gridwright_core::described::Described;
use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_games::document::{NOT_UTF8, WRONG_TYPE, read_file};

use crate::codes;
use crate::jobs::{JobRequest, Outcomes};
use crate::refusal::{Refusal, RefusalKind};
use crate::workshop::{Context, Stop, Time, Workshop};
use crate::{daily, draft, games, hint, level, packs, play, progress};

/// The most bytes of a request, but for progress documents.
pub const MOST_REQUEST: usize = 1 << 20;

/// The most bytes of a progress document in a request; the command line takes larger ones.
const MOST_IMPORT: usize = 16 << 20;

/// Every call, in the order of the description.
#[rustfmt::skip]
pub static CALLS: LazyLock<Vec<Call>> = LazyLock::new(|| {
    use Lane::{Quick, Storage, Thinking};
    use Request::{Address, Body};
    vec![
        fixed(row("games", Address, "/api/games", Quick, "The games and what each offers", games::games)),
        row("pack", Address, "/api/packs/{game}/{pack}", Storage, "The levels of a pack", packs::pack),
        row("daily", Address, "/api/daily/{game}", Storage, "The level of a day", daily::daily),
        row("level", Body, "/api/level", Storage, "Everything about a level", level::level),
        row("play", Body, "/api/play", Quick, "A gesture, or a step back", play::play),
        row("reach", Body, "/api/reach", Quick, "What a gesture may do", play::reach),
        row("hand", Body, "/api/hand", Quick, "A piece in the hand", play::hand),
        row("hint", Body, "/api/hint", Thinking, "Help in the middle of a game", hint::hint),
        row("verify", Body, "/api/verify", Quick, "Replays a solution", play::verify),
        row("draft", Body, "/api/draft", Quick, "Changes a draft of a level", draft::draft),
        row("progress", Address, "/api/progress", Storage, "What was reached", progress::summary),
        row("saveMoves", Body, "/api/progress/moves", Quick, "Saves an attempt", progress::save_moves),
        row("complete", Body, "/api/progress/complete", Storage, "Records a win", progress::complete),
        row("reset", Body, "/api/progress/reset", Storage, "Erases progress", progress::reset),
        export(),
        import(),
        jobs(),
    ]
});

/// One call: its names, its types, and the function behind it.
pub struct Call {
    /// Its name among the calls.
    pub name: &'static str,
    /// Where its request stands.
    pub request: Request,
    /// Its address; parts in braces are parameters.
    pub path: &'static str,
    /// What kind of work it is.
    pub lane: Lane,
    /// What it does, in a few words.
    pub summary: &'static str,
    /// What its answer is.
    pub form: Form,
    /// The most bytes of its request.
    pub most_bytes: usize,
    /// Whether a workshop always answers the same, so that a front end may keep the answer.
    pub fixed: bool,
    /// The schemas of request and answer.
    #[cfg(feature = "schema")]
    pub schemas: Schemas,
    work: Option<Work>,
}

/// Where a request stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// In the address: parameters of path and query, all texts.
    Address,
    /// In a JSON document of its own.
    Body,
}

/// What kind of work a call is. Front ends that serve many keep the kinds apart, so that moves
/// never wait behind a search, and a search never behind the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Microseconds to milliseconds: moves, pictures, reading levels.
    Quick,
    /// Up to a few seconds: hints, the level of the day.
    Thinking,
    /// Waits for the store.
    Storage,
}

impl Lane {
    /// How long work in this lane may take.
    pub fn time(self) -> Time {
        match self {
            Lane::Thinking => Time::Seconds,
            Lane::Quick | Lane::Storage => Time::Moment,
        }
    }
}

/// What the body of a good answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One JSON document.
    Json,
    /// One JSON document that people keep as a file of this name.
    File(&'static str),
    /// The events of a job; see [`Workshop::run`].
    Events,
}

/// Writes the schemas of a request and of an answer.
#[cfg(feature = "schema")]
#[derive(Clone, Copy)]
pub struct Schemas {
    /// The request, in full.
    pub request: fn(&mut SchemaGenerator) -> Schema,
    /// The answer.
    pub answer: fn(&mut SchemaGenerator) -> Schema,
}

/// The function behind a call, from text to text.
type Work = Box<dyn Fn(Context<'_>, &str) -> Result<String, Stop> + Send + Sync>;

impl Call {
    /// Answers a request given as JSON.
    ///
    /// # Errors
    /// If the request cannot be read or met, or needs longer than the context allows.
    pub fn answer(&self, context: Context<'_>, text: &str) -> Result<String, Stop> {
        if text.len() > self.most_bytes {
            return Err(self.too_long().into());
        }
        match &self.work {
            Some(work) => work(context, text),
            None => Err(no_call(self.path).into()),
        }
    }

    /// The text of a request from its bytes.
    ///
    /// # Errors
    /// If they are too many, or no text.
    pub fn text(&self, bytes: Vec<u8>) -> Result<String, Refusal> {
        if bytes.len() > self.most_bytes {
            return Err(self.too_long());
        }
        String::from_utf8(bytes).map_err(|error| {
            let message = format!("byte {} is no UTF-8", error.utf8_error().valid_up_to());
            Refusal::malformed(Fault::new(NOT_UTF8, message, Place::everywhere()))
        })
    }

    /// The refusal of a request that is too long for this call.
    pub fn too_long(&self) -> Refusal {
        let message = format!("at most {} bytes are read", self.most_bytes);
        Refusal::new(RefusalKind::TooLong, codes::REQUEST_TOO_LARGE, message)
    }

    /// The parameters of an address as a JSON object of texts; `None` if it is not the address of
    /// this call.
    pub fn parameters(&self, address: &str) -> Option<String> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let mut object: Map<String, Value> = Map::new();
        let mut parts = path.split('/');
        for expected in self.path.split('/') {
            let part = parts.next()?;
            match expected.strip_prefix('{').and_then(|e| e.strip_suffix('}')) {
                Some(name) if !part.is_empty() => {
                    object.insert(name.to_owned(), unescaped(part)?.into());
                }
                None if expected == part => {}
                _ => return None,
            }
        }
        if parts.next().is_some() {
            return None;
        }
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            object.insert(name.to_owned(), value.into());
        }
        Some(Value::Object(object).to_string())
    }
}

impl Workshop {
    /// Answers a request by the address of its call: `answer("/api/packs/tint/easy", "")`, or
    /// `answer("/api/play", "{...}")`.
    ///
    /// # Errors
    /// If there is no such call, or the request cannot be met.
    pub fn answer(&self, address: &str, body: &str) -> Result<String, Refusal> {
        self.answer_within(Time::Seconds, address, body)
            .map_err(Stop::into_refusal)
    }

    /// The same for a front end that keeps short work apart from longer work by itself.
    ///
    /// # Errors
    /// As above, and if the call may need a few seconds and is given a moment.
    pub fn answer_within(&self, time: Time, address: &str, body: &str) -> Result<String, Stop> {
        let found = CALLS
            .iter()
            .find_map(|call| Some((call, call.parameters(address)?)));
        let (call, parameters) = found.ok_or_else(|| no_call(address))?;
        if time == Time::Moment && call.lane.time() == Time::Seconds {
            return Err(Stop::NeedsSeconds);
        }
        let text = match call.request {
            Request::Address => &parameters,
            Request::Body => body,
        };
        call.answer(Context::awaited(self, time), text)
    }
}

/// A request from its text; keys that nobody knows are refused like everything else that cannot
/// be meant.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn read<Req: DeserializeOwned>(text: &str) -> Result<Req, Refusal> {
    let (request, unknown) = read_file(text).map_err(Refusal::malformed)?;
    unknown.or(|| request).map_err(Refusal::malformed)
}

/// An answer as text.
///
/// # Errors
/// If it is no JSON, which is a mistake of ours.
pub fn write(answer: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(answer).map_err(|_| Refusal::mistake())
}

/// A malformed value of a request.
pub(crate) fn wrong(pointer: &str, message: impl Into<String>) -> Refusal {
    Refusal::malformed(Faults::from(Fault::new(
        WRONG_TYPE,
        message,
        Place::pointer(pointer),
    )))
}

/// The refusal of an address that no call has.
pub fn no_call(address: &str) -> Refusal {
    let message = format!("there is nothing at {address:?}");
    Refusal::new(RefusalKind::NotFound, codes::NO_CALL, message)
}

fn row<Req, Ans>(
    name: &'static str,
    request: Request,
    path: &'static str,
    lane: Lane,
    summary: &'static str,
    work: fn(Context<'_>, Req) -> Result<Ans, Stop>,
) -> Call
where
    Req: DeserializeOwned + Described + 'static,
    Ans: Serialize + Described + 'static,
{
    Call {
        work: Some(Box::new(move |context, text| {
            Ok(write(&work(context, read(text)?)?)?)
        })),
        ..bare::<Req, Ans>(name, request, path, lane, summary)
    }
}

/// The same for a call without parameters whose answer never changes.
fn fixed(call: Call) -> Call {
    Call {
        fixed: true,
        ..call
    }
}

/// The document is text already, and goes out as it is.
fn export() -> Call {
    let (path, summary) = ("/api/progress/export", "All progress as a file");
    Call {
        form: Form::File("gridwright-progress.json"),
        work: Some(Box::new(|context, text| {
            progress::export(context, read(text)?)
        })),
        ..bare::<progress::ExportRequest, Value>(
            "export",
            Request::Address,
            path,
            Lane::Storage,
            summary,
        )
    }
}

/// The document has a reader of its own.
fn import() -> Call {
    let (path, summary) = ("/api/progress/import", "Merges a file into what is here");
    Call {
        most_bytes: MOST_IMPORT,
        work: Some(Box::new(|context, text| {
            Ok(write(&progress::import(context, text)?)?)
        })),
        ..bare::<Value, progress::ImportAnswer>(
            "import",
            Request::Body,
            path,
            Lane::Storage,
            summary,
        )
    }
}

/// Jobs answer with events; [`Workshop::run`] runs them.
fn jobs() -> Call {
    let summary = "Long work, told of as it goes";
    Call {
        form: Form::Events,
        ..bare::<JobRequest, Outcomes>("jobs", Request::Body, "/api/jobs", Lane::Quick, summary)
    }
}

fn bare<Req: Described, Ans: Described>(
    name: &'static str,
    request: Request,
    path: &'static str,
    lane: Lane,
    summary: &'static str,
) -> Call {
    Call {
        name,
        request,
        path,
        lane,
        summary,
        form: Form::Json,
        most_bytes: MOST_REQUEST,
        fixed: false,
        #[cfg(feature = "schema")]
        schemas: Schemas {
            request: <Req as JsonSchema>::json_schema,
            answer: |generator| generator.subschema_for::<Ans>(),
        },
        work: None,
    }
}

/// A part of a path with its percent signs resolved.
fn unescaped(part: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                let digits = std::str::from_utf8(&digits).ok()?;
                u8::from_str_radix(digits, 16).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}
