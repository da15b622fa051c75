// SPDX-License-Identifier: Apache-2.0
//! Progress of long work, on a terminal only.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::time::Duration;

/// A line that shows what is being done, and goes away when dropped.
pub struct Progress(ProgressBar);

impl Progress {
    /// For work of unknown length.
    pub fn spinner(what: impl Into<String>) -> Progress {
        let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})").expect("the template is valid");
        Progress::start(ProgressBar::new_spinner(), style, what.into())
    }

    /// For instructions, `total` of them if that is known.
    pub fn instructions(what: impl Into<String>, total: Option<u64>) -> Progress {
        Progress::counted(what, "instructions", total)
    }

    /// For clock cycles, of unknown number.
    pub fn cycles(what: impl Into<String>) -> Progress {
        Progress::counted(what, "cycles", None)
    }

    /// For bytes, of unknown number.
    pub fn bytes(what: impl Into<String>) -> Progress {
        Progress::counted(what, "bytes", None)
    }

    /// For designs, `total` of them.
    pub fn designs(total: u64) -> Progress {
        let template = "{msg} {wide_bar} {pos} of {len} designs ({elapsed})";
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        Progress::start(ProgressBar::new(total), style, "synthesising".into())
    }

    /// What is being done now.
    pub fn say(&self, what: &str) {
        self.0.set_message(what.to_string());
    }

    fn counted(what: impl Into<String>, unit: &str, total: Option<u64>) -> Progress {
        let template = match total {
            Some(_) => format!("{{msg}} {{wide_bar}} {{human_pos}} of {{human_len}} {unit}, {{rate}}/s ({{eta}} left)"),
            None => format!("{{spinner}} {{msg}}: {{human_pos}} {unit}, {{rate}}/s ({{elapsed}})"),
        };
        let style = ProgressStyle::with_template(&template).expect("the template is valid");
        let style = style.with_key("rate", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
        });
        Progress::start(total.map_or_else(ProgressBar::no_length, ProgressBar::new), style, what.into())
    }

    /// How far it is.
    pub fn set(&self, position: u64) {
        self.0.set_position(position);
    }

    fn start(bar: ProgressBar, style: ProgressStyle, what: String) -> Progress {
        bar.set_draw_target(ProgressDrawTarget::stderr());
        bar.set_style(style);
        bar.set_message(what);
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress(bar)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
