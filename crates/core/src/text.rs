//! Styled text for terminals: lines of spans, rendered plain or with ANSI colours.

use crate::scene::Color;

/// Lines of styled text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    lines: Vec<Vec<Span>>,
}

/// Some characters in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The characters.
    pub text: String,
    /// Their colour; the terminal's own if `None`.
    pub color: Option<Color>,
    /// Whether they are bold.
    pub bold: bool,
}

impl Text {
    /// No lines.
    pub fn new() -> Self {
        Text::default()
    }

    /// Begins a new line.
    pub fn line(&mut self) -> &mut Self {
        self.lines.push(Vec::new());
        self
    }

    /// Adds plain characters to the last line.
    pub fn plain(&mut self, text: impl Into<String>) -> &mut Self {
        self.span(text, None, false)
    }

    /// Adds coloured characters to the last line.
    pub fn colored(&mut self, text: impl Into<String>, color: Color) -> &mut Self {
        self.span(text, Some(color), false)
    }

    /// Adds bold coloured characters to the last line.
    pub fn bold(&mut self, text: impl Into<String>, color: Color) -> &mut Self {
        self.span(text, Some(color), true)
    }

    fn span(&mut self, text: impl Into<String>, color: Option<Color>, bold: bool) -> &mut Self {
        if self.lines.is_empty() {
            self.line();
        }
        let text = text.into();
        self.lines
            .last_mut()
            .expect("a line was begun")
            .push(Span { text, color, bold });
        self
    }

    /// The lines.
    pub fn lines(&self) -> &[Vec<Span>] {
        &self.lines
    }

    /// The characters with ANSI escape sequences for 24-bit colour, each line ended.
    pub fn ansi(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            for span in line {
                if span.bold {
                    out.push_str("\x1b[1m");
                }
                if let Some(Color(r, g, b)) = span.color {
                    out.push_str(&format!("\x1b[38;2;{r};{g};{b}m"));
                }
                out.push_str(&span.text);
                if span.bold || span.color.is_some() {
                    out.push_str("\x1b[0m");
                }
            }
            out.push('\n');
        }
        out
    }
}

impl std::fmt::Display for Text {
    /// The characters alone, each line ended, trailing spaces removed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for line in &self.lines {
            let line: String = line.iter().map(|span| &span.text[..]).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
