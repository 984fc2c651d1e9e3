//! Editing: a draft and a change in, the changed draft and what is wrong with it out.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use gridwright_core::edit::Edit;
use gridwright_core::fault::Fault;
use gridwright_core::scene::Scene;
use gridwright_core::svg::{self, Lettering};
use gridwright_games::registry;

use crate::answer::Refused;
use crate::call::{Desk, Trouble};
use crate::level_ref::{MOST_SIDE, checked, too_large};

/// The most characters of a draft; a full board of the largest size takes a third of it.
const MOST_TEXT: usize = 128 << 10;

/// Changes a draft, or looks at it, or begins one.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DraftRequest {
    /// The game.
    game: String,
    /// The draft as it is; a new one if left out.
    #[schemars(with = "Option<Value>")]
    #[serde(default)]
    document: Option<Box<RawValue>>,
    /// What to change.
    edit: Option<Edit>,
}

/// A draft.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DraftAnswer {
    /// The level file.
    document: Value,
    /// The picture.
    svg: String,
    /// The values of the options.
    options: BTreeMap<&'static str, String>,
    /// Why the edit was not made.
    refused: Option<Fault>,
    /// Why the draft is no level yet.
    faults: Vec<Fault>,
    /// The hash of the level, if it is one.
    hash: Option<String>,
}

/// Changes a draft.
pub(crate) fn draft(desk: &Desk<'_>, request: DraftRequest) -> Result<DraftAnswer, Trouble> {
    let game = registry::game(&request.game)?;
    let text = request.document.as_ref().map(|document| document.get());
    if let Some(length) = text.map(str::len).filter(|length| *length > MOST_TEXT) {
        let message = format!("the draft has {length} characters; the editor takes {MOST_TEXT}");
        return Err(too_large(message).into());
    }
    let report = game.draft(text, request.edit.as_ref())?;
    let hash = if report.faults.is_empty() {
        let session = game.open(&report.document.to_string())?;
        Some(desk.shop.levels.keep(checked(session)?).hash.clone())
    } else {
        None
    };
    Ok(DraftAnswer {
        svg: svg_of(&report.scene)?,
        document: report.document,
        options: report.options,
        refused: report.refused,
        faults: report.faults,
        hash,
    })
}

/// A scene as SVG, unless it is too large for a page.
pub(crate) fn svg_of(scene: &Scene) -> Result<String, Refused> {
    // Pieces beside a board take some room of their own.
    let most = (MOST_SIDE * 2) as f32;
    if scene.width > most || scene.height > most {
        return Err(too_large("the picture is too large for the page"));
    }
    Ok(svg::render(scene, Lettering::Font))
}
