//! Editing: a draft and a change in, the changed draft and what is wrong with it out.

use std::collections::BTreeMap;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use gridwright_core::edit::Edit;
use gridwright_core::fault::Fault;
use gridwright_core::scene::Scene;
use gridwright_core::svg::{self, Lettering};

use crate::level_ref::{MOST_SIDE, checked, too_large};
use crate::refusal::Refusal;
use crate::workshop::{Context, Stop};

/// The most characters of a draft; a full board of the largest size takes a third of it.
const MOST_TEXT: usize = 128 << 10;

/// Changes a draft, or looks at it, or begins one.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct DraftRequest {
    /// The game.
    pub game: String,
    /// The draft as it is; a new one if left out.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    #[serde(default)]
    pub document: Option<Box<RawValue>>,
    /// What to change.
    pub edit: Option<Edit>,
}

/// A draft.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct DraftAnswer {
    /// The level file.
    pub document: Value,
    /// The picture.
    pub svg: String,
    /// The values of the options.
    pub options: BTreeMap<&'static str, String>,
    /// Why the edit was not made.
    pub refused: Option<Fault>,
    /// Why the draft is no level yet.
    pub faults: Vec<Fault>,
    /// The hash of the level, if it is one.
    pub hash: Option<String>,
}

/// Changes a draft.
pub(crate) fn draft(context: Context<'_>, request: DraftRequest) -> Result<DraftAnswer, Stop> {
    let game = context.workshop.catalogue.game(&request.game)?;
    let text = request.document.as_ref().map(|document| document.get());
    if let Some(length) = text.map(str::len).filter(|length| *length > MOST_TEXT) {
        let message = format!("the draft has {length} characters; the editor takes {MOST_TEXT}");
        return Err(too_large(message).into());
    }
    let report = game.draft(text, request.edit.as_ref())?;
    let hash = if report.faults.is_empty() {
        let session = game.open(&report.document.to_string())?;
        Some(context.workshop.levels.keep(checked(session)?).hash.clone())
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
pub(crate) fn svg_of(scene: &Scene) -> Result<String, Refusal> {
    // Pieces beside a board take some room of their own.
    let most = (MOST_SIDE * 2) as f32;
    if scene.width > most || scene.height > most {
        return Err(too_large("the picture is too large for the page"));
    }
    Ok(svg::render(scene, Lettering::Font))
}
