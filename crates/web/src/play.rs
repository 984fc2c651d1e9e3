//! Playing: gestures in, positions out. The server keeps nothing of a game in between; the moves
//! so far come with every request and go back with every answer.

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use gridwright_core::cost::Costs;
use gridwright_core::fault::Fault;
use gridwright_core::gesture::{Gesture, Hand, Preview, Reach};
use gridwright_core::grid::Cell;
use gridwright_games::report::{Rewind, VerifyReport};

use crate::answer::Refused;
use crate::call::{Desk, Trouble};
use crate::codes;
use crate::draft::svg_of;
use crate::level::EVERYTHING;
use crate::level_ref::LevelRef;
use crate::stars::stars;

/// The most characters of a list of moves. A solution of the largest board takes half of it.
const MOST_MOVES: usize = 256 << 10;

/// The most moves that are dropped at once.
const MOST_DROPPED: usize = 4096;

/// Moves that come as a solution file.
pub(crate) type Moves = Option<Box<RawValue>>;

/// A gesture, or a step back, after some moves.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PlayRequest {
    /// The level.
    level: LevelRef,
    /// The moves so far, as a solution file.
    #[schemars(with = "Option<Value>")]
    #[serde(default)]
    moves: Moves,
    /// What the hand did.
    gesture: Option<Gesture>,
    /// Which moves to keep instead.
    rewind: Option<Rewind>,
    /// Moves to be drawn over the picture, as a solution file.
    #[schemars(with = "Option<Value>")]
    #[serde(default)]
    coming: Moves,
    /// Only so many of the coming moves.
    limit: Option<usize>,
    /// Comes back with the answer.
    seq: Option<u64>,
    /// The page only wants to see what would happen; the server does the same either way.
    dry: Option<bool>,
}

/// The position after a gesture.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlayAnswer {
    /// As in the request.
    seq: Option<u64>,
    /// Whether the request only wanted to see.
    dry: bool,
    /// The picture.
    svg: String,
    /// All moves, as a solution file.
    moves: Value,
    /// How many there are.
    count: usize,
    /// How many the gesture made.
    made: usize,
    /// Whether the level is solved.
    solved: bool,
    /// What all moves cost.
    costs: Costs,
    /// What cells ahead would look like.
    preview: Vec<Preview>,
    /// Why the rest of the gesture was refused.
    refusal: Option<Fault>,
    /// How good the result is, once the level is solved.
    stars: Option<u8>,
}

/// Plays a gesture.
pub(crate) fn play(desk: &Desk<'_>, request: PlayRequest) -> Result<PlayAnswer, Trouble> {
    let named = request.level.open(desk)?;
    let session = named.session();
    let so_far = bounded(&request.moves)?;
    let report = match (&request.gesture, &request.rewind) {
        (Some(_), Some(_)) => {
            let message = "send a gesture or a rewind, not both";
            return Err(
                Refused::new(StatusCode::BAD_REQUEST, codes::ONE_AT_A_TIME, message).into(),
            );
        }
        (Some(gesture), None) => session.play(so_far, gesture)?,
        (None, Some(Rewind::Drop { indices })) if indices.len() > MOST_DROPPED => {
            return Err(too_many().into());
        }
        (None, Some(rewind)) => session.rewind(so_far, rewind)?,
        (None, None) => session.rewind(so_far, &EVERYTHING)?,
    };
    let coming = match (bounded(&request.coming)?, request.limit) {
        (Some(coming), Some(limit)) => Some(session.first(coming, limit)?.to_string()),
        (coming, _) => coming.map(str::to_owned),
    };
    let moves = report.moves.to_string();
    let svg = svg_of(&session.scene(Some(&moves), coming.as_deref())?)?;
    let order = named.game().metrics().first().copied().unwrap_or(&[]);
    let cost = order.first().and_then(|metric| report.costs.get(metric));
    let stars = stars(order, named.par().as_ref(), cost).filter(|_| report.solved);
    Ok(PlayAnswer {
        seq: request.seq,
        dry: request.dry.unwrap_or_default(),
        svg,
        moves: report.moves,
        count: report.count,
        made: report.made,
        solved: report.solved,
        costs: report.costs,
        preview: report.preview,
        refusal: report.refusal,
        stars,
    })
}

/// Where a gesture begins.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ReachRequest {
    /// The level.
    level: LevelRef,
    /// The moves so far, as a solution file.
    #[schemars(with = "Option<Value>")]
    #[serde(default)]
    moves: Moves,
    /// Where the pointer went down.
    at: Cell,
}

/// What a gesture may do.
pub(crate) fn reach(desk: &Desk<'_>, request: ReachRequest) -> Result<Reach, Trouble> {
    let named = request.level.open(desk)?;
    Ok(named
        .session()
        .reach(bounded(&request.moves)?, request.at)?)
}

/// A piece in the hand.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct HandRequest {
    /// The level.
    level: LevelRef,
    /// The piece.
    hand: Hand,
}

/// The picture of a piece.
#[derive(Serialize, JsonSchema)]
pub(crate) struct HandAnswer {
    /// The picture.
    svg: String,
    /// Columns of its bounding box.
    width: f32,
    /// Rows of its bounding box.
    height: f32,
}

/// Draws a piece in the hand.
pub(crate) fn hand(desk: &Desk<'_>, request: HandRequest) -> Result<HandAnswer, Trouble> {
    let named = request.level.open(desk)?;
    let Some(scene) = named.session().in_hand(&request.hand) else {
        let message = format!("there is no piece {:?} to take", request.hand.piece);
        return Err(Refused::new(StatusCode::NOT_FOUND, codes::NO_PIECE, message).into());
    };
    Ok(HandAnswer {
        svg: svg_of(&scene)?,
        width: scene.width,
        height: scene.height,
    })
}

/// A solution to be replayed.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct VerifyRequest {
    /// The level.
    level: LevelRef,
    /// The solution file.
    #[schemars(with = "Value")]
    solution: Box<RawValue>,
}

/// Replays a solution.
pub(crate) fn verify(desk: &Desk<'_>, request: VerifyRequest) -> Result<VerifyReport, Trouble> {
    let named = request.level.open(desk)?;
    let solution = Some(request.solution);
    let text = bounded(&solution)?.unwrap_or_default();
    Ok(named.session().verify(text)?)
}

/// The text of moves, if it is not too long.
pub(crate) fn bounded(moves: &Moves) -> Result<Option<&str>, Refused> {
    let text = moves.as_ref().map(|moves| moves.get());
    if text.is_some_and(|text| text.len() > MOST_MOVES) {
        return Err(too_many());
    }
    Ok(text)
}

/// A list of moves that is too long.
pub(crate) fn too_many() -> Refused {
    Refused::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        codes::TOO_MANY_MOVES,
        "the list of moves is longer than any game in the page",
    )
}
