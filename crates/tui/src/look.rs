//! What the terminal can show: which characters, which colours, and how ours become its own.
//!
//! Games declare their colours; here they are only brought down to what a terminal has. Nothing is
//! told by colour alone, so that leaving all of it out loses nothing.

use gridwright_core::scene::Color as Rgb;
use gridwright_core::text::{Charset, Ink};
use ratatui::style::{Color, Modifier, Style};

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Which characters.
    pub charset: Charset,
    /// Which colours.
    pub colors: Colors,
}

/// Which colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// None.
    None,
    /// The sixteen that a person sets for all programs.
    Sixteen,
    /// 24 bits each.
    True,
}

impl Look {
    /// What the environment says of the terminal. `variable` reads the environment; `ascii` asks
    /// for plain characters whatever it says.
    pub fn detect(variable: impl Fn(&str) -> Option<String>, ascii: bool) -> Look {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let plain_locale = locale.is_some_and(|locale| {
            let encoding = locale.split('.').nth(1).unwrap_or_default().to_lowercase();
            !encoding.starts_with("utf") && ["C", "POSIX"].contains(&&locale[..])
        });
        let colors = if set("NO_COLOR").is_some() || term == "dumb" {
            Colors::None
        } else if set("COLORTERM").is_some_and(|is| is == "truecolor" || is == "24bit") {
            Colors::True
        } else {
            Colors::Sixteen
        };
        Look {
            charset: match ascii || term == "dumb" || plain_locale {
                true => Charset::Ascii,
                false => Charset::Unicode,
            },
            colors,
        }
    }

    /// One of two forms of a text.
    pub(crate) fn pick<'a>(&self, unicode: &'a str, ascii: &'a str) -> &'a str {
        match self.charset {
            Charset::Unicode => unicode,
            Charset::Ascii => ascii,
        }
    }

    /// The style of painted characters.
    pub(crate) fn style(&self, ink: Ink) -> Style {
        let mut style = Style::new();
        if let Some(color) = ink.color.and_then(|color| self.color(color)) {
            style = style.fg(color);
        }
        if let Some(ground) = ink.ground.and_then(|ground| self.color(ground)) {
            style = style.bg(ground);
            if ink.color == ink.ground.map(Rgb::contrast) && self.colors == Colors::Sixteen {
                // What can be read depends on the colour that was found for the ground.
                style = style.fg(readable_on(ground));
            }
        }
        if ink.bold {
            style = style.add_modifier(Modifier::BOLD);
        }
        style
    }

    /// A colour of a game as the terminal has it.
    pub(crate) fn color(&self, color: Rgb) -> Option<Color> {
        match self.colors {
            Colors::None => None,
            Colors::Sixteen => Some(nearest(color)),
            Colors::True => Some(Color::Rgb(color.0, color.1, color.2)),
        }
    }

    fn tone(&self, color: Color) -> Style {
        match self.colors {
            Colors::None => Style::new(),
            _ => Style::new().fg(color),
        }
    }

    /// Names, and what can be chosen.
    pub(crate) fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What matters less.
    pub(crate) fn soft(&self) -> Style {
        self.tone(Color::DarkGray)
    }

    /// What is chosen, and keys.
    pub(crate) fn accent(&self) -> Style {
        self.tone(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// The chosen line of a list.
    pub(crate) fn chosen(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Good news.
    pub(crate) fn good(&self) -> Style {
        self.tone(Color::Green).add_modifier(Modifier::BOLD)
    }

    /// A warning.
    pub(crate) fn warn(&self) -> Style {
        self.tone(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// Bad news.
    pub(crate) fn bad(&self) -> Style {
        self.tone(Color::LightRed).add_modifier(Modifier::BOLD)
    }

    /// Stars earned of three.
    pub(crate) fn stars(&self, stars: u8) -> String {
        let (lit, dark) = (self.pick("★", "*"), self.pick("☆", "-"));
        (0..3).map(|n| if n < stars { lit } else { dark }).collect()
    }

    /// Words with every character that the terminal has.
    pub(crate) fn words(&self, text: &str) -> String {
        if self.charset == Charset::Unicode || text.is_ascii() {
            return text.to_owned();
        }
        let mut out = String::new();
        for sign in text.chars() {
            match sign {
                '…' => out.push_str("..."),
                '·' | '–' | '—' => out.push('-'),
                '×' => out.push('x'),
                '’' | '‘' => out.push('\''),
                '“' | '”' => out.push('"'),
                '\u{a0}' | '\u{202f}' => out.push(' '),
                sign if sign.is_ascii() => out.push(sign),
                _ => out.push('?'),
            }
        }
        out
    }
}

/// Black or white, on one of the sixteen.
fn readable_on(ground: Color) -> Color {
    match ground {
        Color::Black | Color::Red | Color::Blue | Color::Magenta | Color::DarkGray => Color::White,
        _ => Color::Black,
    }
}

/// The one of the sixteen that a person would call by the same name. Hues that lie close together
/// (red and orange, orange and brown) come out as different colours.
fn nearest(Rgb(r, g, b): Rgb) -> Color {
    let (r, g, b) = (i32::from(r), i32::from(g), i32::from(b));
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let spread = most - least;
    let light = (most + least) / 2;
    if spread * 4 < most.max(1) {
        return match light {
            0..=40 => Color::Black,
            41..=150 => Color::DarkGray,
            151..=224 => Color::Gray,
            _ => Color::White,
        };
    }
    let hue = if most == r {
        60 * (g - b) / spread
    } else if most == g {
        120 + 60 * (b - r) / spread
    } else {
        240 + 60 * (r - g) / spread
    };
    match (hue.rem_euclid(360), light) {
        (0..16 | 340..360, _) => Color::Red,
        (16..44, 0..=100) => Color::Yellow,
        (16..41, _) => Color::LightRed,
        (41..70, 0..=90) => Color::Yellow,
        (41..70, _) => Color::LightYellow,
        (70..172, 0..=140) => Color::Green,
        (70..172, _) => Color::LightGreen,
        (172..195, _) => Color::Cyan,
        (195..253, 0..=80) => Color::Blue,
        (195..253, _) => Color::LightBlue,
        (_, 0..=170) => Color::Magenta,
        _ => Color::LightMagenta,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn the_environment_says_what_a_terminal_can_show() {
        let check = |set: &[(&str, &str)], ascii: bool, charset: Charset, colors: Colors| {
            let set: BTreeMap<&str, &str> = set.iter().copied().collect();
            let variable = |name: &str| set.get(name).map(|value| (*value).to_owned());
            let expected = Look { charset, colors };
            assert_eq!(Look::detect(variable, ascii), expected, "{set:?}");
        };
        use Charset::{Ascii, Unicode};
        check(&[], false, Unicode, Colors::Sixteen);
        check(&[("LANG", "C")], false, Ascii, Colors::Sixteen);
        check(&[("LANG", "POSIX")], false, Ascii, Colors::Sixteen);
        check(&[("LANG", "C.UTF-8")], false, Unicode, Colors::Sixteen);
        check(
            &[("LANG", "C"), ("LC_ALL", "de_DE.UTF-8")],
            false,
            Unicode,
            Colors::Sixteen,
        );
        check(&[("TERM", "dumb")], false, Ascii, Colors::None);
        check(
            &[("NO_COLOR", "1"), ("COLORTERM", "truecolor")],
            false,
            Unicode,
            Colors::None,
        );
        check(&[("NO_COLOR", "")], false, Unicode, Colors::Sixteen);
        check(&[("COLORTERM", "truecolor")], false, Unicode, Colors::True);
        check(&[("COLORTERM", "24bit")], true, Ascii, Colors::True);
    }
}
