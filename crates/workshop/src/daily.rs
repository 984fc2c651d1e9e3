//! The level of the day: made from the date alone, and so the same for everybody.
//!
//! The seed is the date, the tier turns with the weekday through the quick tiers of the game, and
//! the generators bound themselves by nodes; so any server makes the same level, whenever it is
//! asked and however fast it is.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{NotMade, Request, Settings, Tier};
use gridwright_games::document::pack::Record;
use gridwright_games::registry::Game;

use crate::codes;
use crate::level::{self, LevelAnswer};
use crate::level_ref::{Named, Origin, keep_record};
use crate::levels::held;
use crate::ports::Host;
use crate::refusal::Refusal;
use crate::workshop::{Context, Stop, Time};

/// Where a pack's name would stand in the address of a daily level.
pub(crate) const DAILY: &str = "daily";

/// A level of the day comes far sooner; on a machine where it does not, the request is refused.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// From a seed that leads nowhere to the next that is tried.
const NEXT_SEED: u64 = 100_000_000;

/// So many seeds are tried; nearly always the first does.
const MOST_SEEDS: usize = 16;

/// So many days are remembered, over all games.
const MOST_DAYS: usize = 256;

/// A day of the Gregorian calendar from 2020 to 2100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    year: i64,
    month: i64,
    day: i64,
}

impl Day {
    /// Today, by the calendar of the host and in UTC.
    pub fn today(host: &dyn Host) -> Day {
        Day::of_number((host.unix_seconds() / 86_400) as i64)
    }

    /// The day with a number, counted from 1970-01-01.
    fn of_number(number: i64) -> Day {
        // Years begin in March here, so that the leap day is the last of its year.
        let shifted = number + 719_468;
        let era = shifted.div_euclid(146_097);
        let of_era = shifted.rem_euclid(146_097);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let january = month >= 10;
        Day {
            year: year + era * 400 + i64::from(january),
            month: if january { month - 9 } else { month + 3 },
            day,
        }
    }

    /// Its number, counted from 1970-01-01.
    fn number(self) -> i64 {
        let year = self.year - i64::from(self.month <= 2);
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let month = (self.month + 9) % 12;
        let of_year = (153 * month + 2) / 5 + self.day - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }

    /// Reads `YYYY-MM-DD`.
    ///
    /// # Errors
    /// If the text is no day within these years.
    pub fn parse(text: &str) -> Result<Day, Refusal> {
        let refuse = || {
            let message = format!("{text:?} is not a day from 2020-01-01 to 2100-12-31");
            Refusal::unmet(codes::BAD_DATE, message)
        };
        let shaped = text.len() == 10
            && text.bytes().enumerate().all(|(i, b)| match i {
                4 | 7 => b == b'-',
                _ => b.is_ascii_digit(),
            });
        if !shaped {
            return Err(refuse());
        }
        let part = |range: std::ops::Range<usize>| text[range].parse().map_err(|_| refuse());
        let day = Day {
            year: part(0..4)?,
            month: part(5..7)?,
            day: part(8..10)?,
        };
        let real = (2020..=2100).contains(&day.year) && Day::of_number(day.number()) == day;
        if real { Ok(day) } else { Err(refuse()) }
    }

    /// Decides everything that is left to chance.
    fn seed(self) -> u64 {
        (self.year * 10_000 + self.month * 100 + self.day).unsigned_abs()
    }

    /// The day whose level a level with this seed may be.
    pub(crate) fn of_seed(seed: &Value) -> Option<Day> {
        let seed = seed.as_u64()? % NEXT_SEED;
        let text = format!(
            "{:04}-{:02}-{:02}",
            seed / 10_000,
            seed / 100 % 100,
            seed % 100
        );
        Day::parse(&text).ok()
    }

    /// The tier of the day: from the easiest on Monday to the hardest on Sunday.
    fn tier(self, game: &dyn Game) -> Option<&'static Tier> {
        // 1970-01-01 was a Thursday.
        let weekday = (self.number() + 3).rem_euclid(7) as usize;
        let daily = game.daily();
        let name = daily.get(weekday * daily.len() / 7);
        let tiers = game.tiers();
        let named = name.and_then(|name| tiers.iter().find(|tier| tier.name == *name));
        named.or(tiers.first())
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// Levels of days that were asked for lately.
#[derive(Default)]
pub(crate) struct Days(Mutex<BTreeMap<(Day, &'static str), Arc<Record>>>);

/// The record of a day.
pub(crate) fn record(
    context: Context<'_>,
    game: &'static dyn Game,
    day: Day,
) -> Result<Arc<Record>, Stop> {
    let key = (day, game.id());
    if let Some(known) = held(&context.workshop.days.0).get(&key) {
        return Ok(known.clone());
    }
    if context.time == Time::Moment {
        return Err(Stop::NeedsSeconds);
    }
    let record = context.within(TIME_LIMIT, |budget| make(game, day, budget))?;
    let record = Arc::new(record);
    let mut days = held(&context.workshop.days.0);
    if days.len() >= MOST_DAYS {
        days.clear();
    }
    days.insert(key, record.clone());
    Ok(record)
}

pub(crate) fn make(game: &dyn Game, day: Day, budget: &Budget<'_>) -> Result<Record, Refusal> {
    let tier = day.tier(game);
    let mut request = Request {
        settings: Settings::resolve(game.knobs(), tier, &[])?,
        tier: tier.map(|tier| tier.name),
        min_moves: None,
        metric: None,
        seed: day.seed(),
    };
    for _ in 0..MOST_SEEDS {
        match game.generate(&request, budget) {
            Ok(record) => return Ok(record),
            // A seed may lead nowhere; which one comes next is as fixed as the first.
            Err(NotMade::Impossible(_)) => request.seed += NEXT_SEED,
            Err(NotMade::GaveUp(_)) => break,
        }
    }
    Err(Refusal::busy("the level of the day was not made in time"))
}

/// Asks for the level of a day.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct DailyRequest {
    /// The game.
    pub game: String,
    /// The day, `YYYY-MM-DD`; today (UTC) if left out.
    pub date: Option<String>,
}

/// The level of a day.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct DailyAnswer {
    /// The day.
    pub date: String,
    /// Everything about its level.
    #[serde(flatten)]
    pub level: LevelAnswer,
}

/// The level of a day.
pub(crate) fn daily(context: Context<'_>, request: DailyRequest) -> Result<DailyAnswer, Stop> {
    let game = context.workshop.catalogue.game(&request.game)?;
    let day = match request.date.as_deref() {
        Some(date) => Day::parse(date)?,
        None => Day::today(context.workshop.host()),
    };
    let record = record(context, game, day)?;
    let named = Named {
        level: keep_record(context, game, &record)?,
        origin: Origin::Daily(day),
    };
    Ok(DailyAnswer {
        date: day.to_string(),
        level: level::answer(context, &named)?,
    })
}
