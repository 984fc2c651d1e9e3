//! The levels that ship with IQ Circuit.

use std::collections::{BTreeMap, BTreeSet};

use gridwright_core::budget::Budget;
use gridwright_core::grade::rank_correlation;
use gridwright_games::document::read_level;
use gridwright_games::iq_circuit::grade::grade;
use gridwright_games::iq_circuit::level::Tier;
use gridwright_games::iq_circuit::solve::Look;
use gridwright_games::iq_circuit::{IqCircuit, shipped};
use gridwright_games::registry::read_shipped;

use crate::board::pack;
use crate::solver::{TABLE, half_turned};

#[test]
fn the_original_pack_keeps_its_promises() {
    let set = shipped::standard();
    let workbook = pack("workbook");
    assert_eq!(workbook.len(), 120);
    let mut boards_of_tier: BTreeMap<Tier, BTreeSet<Look>> = BTreeMap::new();
    for (id, level) in &workbook {
        let listed = TABLE.solutions(level);
        assert_eq!(listed.len(), 1, "challenge {id}");
        let orbit = listed[0].look().min(half_turned(&set, listed[0]));
        let tier = level.tier().unwrap();
        assert!(
            boards_of_tier.entry(tier).or_default().insert(orbit),
            "challenge {id}"
        );
    }
    let sizes: Vec<usize> = Tier::ALL
        .iter()
        .map(|tier| boards_of_tier[tier].len())
        .collect();
    assert_eq!(sizes, [24; 5]);
}

#[test]
fn packs_are_graded_as_grade_says_and_rise() {
    for shipped in shipped::PACKS {
        let mut scores: Vec<u64> = Vec::new();
        for record in read_shipped(shipped).levels {
            let opened = read_level::<IqCircuit>(&record.level.to_string());
            let level = opened.unwrap().level;
            let graded = grade(&level, &Budget::unlimited()).unwrap();
            let told = serde_json::to_value(&graded).unwrap();
            assert_eq!(record.grade, told, "{} {:?}", shipped.name, record.id);
            // What was made for a tier is graded as that tier; the booklet was printed.
            if record.seed.is_some() {
                assert_eq!(graded.tier, level.tier().unwrap().name(), "{:?}", record.id);
            }
            scores.push(graded.score.into());
        }
        match shipped.name {
            // It keeps the order it was printed in.
            "booklet" => {
                let places: Vec<u64> = (0..scores.len() as u64).collect();
                assert!(rank_correlation(&scores, &places).unwrap() > 0.9);
            }
            _ => assert!(scores.is_sorted(), "{}: {scores:?}", shipped.name),
        }
    }
}
