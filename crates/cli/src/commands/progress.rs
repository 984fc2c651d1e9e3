//! `progress`: look at, save, restore or erase what the user has achieved.

use crate::args::ProgressArgs;
use crate::output::{Exit, Out};

pub(crate) fn run(_args: &ProgressArgs, _out: &Out) -> anyhow::Result<Exit> {
    anyhow::bail!("not yet")
}
