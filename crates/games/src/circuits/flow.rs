//! Colours to the fixpoint: how colour spreads from the terminals through lines and pads, over
//! both layers. Play, validation and views all ask here.

use super::level::Hue;

/// Who is coloured how. Fixtures are numbered pads first, then terminals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flow {
    /// The colour of each fixture.
    pub(super) fixtures: Vec<Option<Hue>>,
    /// The colour of each line.
    pub(super) lines: Vec<Option<Hue>>,
    /// How many line ends each fixture has.
    pub(super) ends: Vec<usize>,
    /// Lines at which two different colours meet.
    pub(super) clashes: Vec<usize>,
    /// For each terminal, in the order of `sources`, the fixture its circuit leads to.
    pub(super) leads_to: Vec<usize>,
}

impl Flow {
    /// Spreads colours from `sources` (fixture, colour) over lines that join fixtures.
    ///
    /// Every fixture is entered at most once, so a chain may be as long as it likes.
    pub(super) fn new(count: usize, sources: &[(usize, Hue)], lines: &[(usize, usize)]) -> Flow {
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (line, &(a, b)) in lines.iter().enumerate() {
            at[a].push(line);
            at[b].push(line);
        }
        let mut flow = Flow {
            fixtures: vec![None; count],
            lines: vec![None; lines.len()],
            ends: at.iter().map(Vec::len).collect(),
            clashes: Vec::new(),
            leads_to: Vec::with_capacity(sources.len()),
        };
        for &(source, hue) in sources {
            flow.fixtures[source] = Some(hue);
        }
        for &(source, hue) in sources {
            let mut reached = vec![source];
            let mut last = source;
            while let Some(fixture) = reached.pop() {
                last = fixture;
                for &line in &at[fixture] {
                    if flow.lines[line] == Some(hue) {
                        continue;
                    }
                    let (a, b) = lines[line];
                    let far = if a == fixture { b } else { a };
                    match (flow.lines[line], flow.fixtures[far]) {
                        (None, None) => {
                            flow.fixtures[far] = Some(hue);
                            reached.push(far);
                        }
                        (None, Some(other)) if other == hue => reached.push(far),
                        _ => flow.clashes.push(line),
                    }
                    flow.lines[line].get_or_insert(hue);
                }
            }
            flow.leads_to.push(last);
        }
        // A circuit that was coloured from its partner leads back along the same lines.
        for (index, &(source, hue)) in sources.iter().enumerate() {
            let partner = sources
                .iter()
                .position(|&(other, same)| same == hue && other != source);
            if let Some(partner) = partner
                && flow.leads_to[partner] == source
            {
                flow.leads_to[index] = sources[partner].0;
            }
        }
        flow
    }
}
