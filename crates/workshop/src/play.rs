//! Playing: gestures in, positions out. The server keeps nothing of a game in between; the moves
//! so far come with every request and go back with every answer.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use gridwright_core::gesture::{Gesture, Hand, Reach};
use gridwright_core::grid::Cell;
use gridwright_games::report::{PlayReport, Rewind, VerifyReport};

use crate::codes;
use crate::draft::svg_of;
use crate::level_ref::LevelRef;
use crate::refusal::{Refusal, RefusalKind};
use crate::workshop::{Context, Stop};

/// The most characters of a list of moves. A solution of the largest board takes half of it.
const MOST_MOVES: usize = 256 << 10;

/// The most moves that are dropped at once.
const MOST_DROPPED: usize = 4096;

/// Moves that come as a solution file.
pub type Moves = Option<Box<RawValue>>;

/// A gesture, or a step back, after some moves.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct PlayRequest {
    /// The level.
    pub level: LevelRef,
    /// The moves so far, as a solution file.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    #[serde(default)]
    pub moves: Moves,
    /// What the hand did.
    pub gesture: Option<Gesture>,
    /// Which moves to keep instead.
    pub rewind: Option<Rewind>,
    /// Moves to be drawn over the picture, as a solution file.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    #[serde(default)]
    pub coming: Moves,
    /// Only so many of the coming moves.
    pub limit: Option<usize>,
    /// Comes back with the answer.
    pub seq: Option<u64>,
    /// Only to see what would happen: the answer has no picture, unless one is asked for.
    pub dry: Option<bool>,
    /// Whether the answer has a picture; only if left out, `dry` decides.
    pub picture: Option<bool>,
}

impl PlayRequest {
    /// Asks for the start of a level.
    pub fn at(level: LevelRef) -> Self {
        PlayRequest {
            level,
            moves: None,
            gesture: None,
            rewind: None,
            coming: None,
            limit: None,
            seq: None,
            dry: None,
            picture: None,
        }
    }
}

/// The position after a gesture.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct PlayAnswer {
    /// As in the request.
    pub seq: Option<u64>,
    /// Whether the request only wanted to see.
    pub dry: bool,
    /// The picture, unless the request does without.
    pub svg: Option<String>,
    /// What the gesture did.
    #[serde(flatten)]
    pub report: PlayReport,
    /// How good the result is, once the level is solved.
    pub stars: Option<u8>,
}

/// Plays a gesture.
pub(crate) fn play(context: Context<'_>, request: PlayRequest) -> Result<PlayAnswer, Stop> {
    let named = request.level.open(context)?;
    let mut play = named.at(&request.moves)?;
    let report = match (&request.gesture, &request.rewind) {
        (Some(_), Some(_)) => {
            let message = "send a gesture or a rewind, not both";
            let kind = RefusalKind::Malformed;
            return Err(Refusal::new(kind, codes::ONE_AT_A_TIME, message).into());
        }
        (Some(gesture), None) => play.make(gesture),
        (None, Some(Rewind::Drop { indices })) if indices.len() > MOST_DROPPED => {
            return Err(too_many().into());
        }
        (None, Some(rewind)) => {
            play.rewind(rewind);
            play.report()
        }
        (None, None) => play.report(),
    };
    if let Some(coming) = bounded(&request.coming)? {
        play.show_coming(coming, request.limit)?;
    }
    let dry = request.dry.unwrap_or_default();
    let svg = match request.picture.unwrap_or(!dry) {
        true => Some(svg_of(&play.scene())?),
        false => None,
    };
    let stars = named.stars(&report.costs).filter(|_| report.solved);
    Ok(PlayAnswer {
        seq: request.seq,
        dry,
        svg,
        report,
        stars,
    })
}

/// Where a gesture begins.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ReachRequest {
    /// The level.
    pub level: LevelRef,
    /// The moves so far, as a solution file.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    #[serde(default)]
    pub moves: Moves,
    /// Where the pointer went down.
    pub at: Cell,
}

/// What a gesture may do.
pub(crate) fn reach(context: Context<'_>, request: ReachRequest) -> Result<Reach, Stop> {
    let named = request.level.open(context)?;
    Ok(named.at(&request.moves)?.reach(request.at))
}

/// A piece in the hand.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct HandRequest {
    /// The level.
    pub level: LevelRef,
    /// The piece.
    pub hand: Hand,
}

/// The picture of a piece.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct HandAnswer {
    /// The picture.
    pub svg: String,
    /// Columns of its bounding box.
    pub width: f32,
    /// Rows of its bounding box.
    pub height: f32,
}

/// Draws a piece in the hand.
pub(crate) fn hand(context: Context<'_>, request: HandRequest) -> Result<HandAnswer, Stop> {
    let named = request.level.open(context)?;
    let Some(scene) = named.session().in_hand(&request.hand) else {
        let message = format!("there is no piece {:?} to take", request.hand.piece);
        return Err(Refusal::new(RefusalKind::NotFound, codes::NO_PIECE, message).into());
    };
    Ok(HandAnswer {
        svg: svg_of(&scene)?,
        width: scene.width,
        height: scene.height,
    })
}

/// A solution to be replayed.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct VerifyRequest {
    /// The level.
    pub level: LevelRef,
    /// The solution file.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    pub solution: Box<RawValue>,
}

/// Replays a solution.
pub(crate) fn verify(context: Context<'_>, request: VerifyRequest) -> Result<VerifyReport, Stop> {
    let named = request.level.open(context)?;
    let solution = Some(request.solution);
    let text = bounded(&solution)?.unwrap_or_default();
    Ok(named.session().verify(text)?)
}

/// The text of moves, if it is not too long.
pub(crate) fn bounded(moves: &Moves) -> Result<Option<&str>, Refusal> {
    let text = moves.as_ref().map(|moves| moves.get());
    if text.is_some_and(|text| text.len() > MOST_MOVES) {
        return Err(too_many());
    }
    Ok(text)
}

/// A list of moves that is too long.
pub(crate) fn too_many() -> Refusal {
    Refusal::unmet(
        codes::TOO_MANY_MOVES,
        "the list of moves is longer than any game in the page",
    )
}
