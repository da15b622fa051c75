// SPDX-License-Identifier: Apache-2.0
//! What the times of a capture are counted in.

const UNITS: [(&str, f64); 6] = [("s", 1e15), ("ms", 1e12), ("us", 1e9), ("ns", 1e6), ("ps", 1e3), ("fs", 1.0)];

/// The unit of a capture's times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Samples, from 0.
    Sample,
    /// The time scale of a VCD file, in femtoseconds.
    Femtoseconds(u64),
}

impl Unit {
    /// A time in words, such as `sample 12` or `1.5 us`.
    pub fn at(self, time: u64) -> String {
        match self {
            Unit::Sample => format!("sample {time}"),
            Unit::Femtoseconds(_) => self.length(time as f64),
        }
    }

    /// A duration in words, such as `12.5 samples` or `1.5 us`.
    pub fn length(self, time: f64) -> String {
        let Unit::Femtoseconds(scale) = self else { return format!("{} samples", rounded(time)) };
        let time = time * scale as f64;
        let (name, unit) = UNITS.into_iter().find(|(_, unit)| time >= *unit).unwrap_or(("fs", 1.0));
        format!("{} {name}", rounded(time / unit))
    }

    /// A duration from words: a number in this unit, or where that is a time, a number and one of s, ms, us, ns, ps,
    /// fs. None if it is neither.
    pub fn parse(self, text: &str) -> Option<f64> {
        let text = text.trim();
        let digits = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
        let (number, name) = text.split_at(digits);
        let number: f64 = number.parse().ok()?;
        let time = match (name.trim(), self) {
            ("", _) => number,
            (_, Unit::Sample) => return None,
            (name, Unit::Femtoseconds(scale)) => {
                let (_, unit) = UNITS.into_iter().find(|(known, _)| *known == name)?;
                number * unit / scale as f64
            }
        };
        (time > 0.0).then_some(time)
    }
}

/// With three decimals at most.
fn rounded(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written_in_the_unit_that_fits() {
        let ps = Unit::Femtoseconds(1_000);
        assert_eq!(ps.at(1_500_000), "1.5 us");
        assert_eq!(ps.length(0.25), "250 fs");
        assert_eq!(ps.at(0), "0 fs");
        assert_eq!(Unit::Sample.at(17), "sample 17");
        assert_eq!(Unit::Sample.length(10.0 / 3.0), "3.333 samples");
        assert_eq!(ps.parse("8.68us"), Some(8_680_000.0));
        assert_eq!(ps.parse("250 fs"), Some(0.25));
        assert_eq!((ps.parse("20"), Unit::Sample.parse("3.5")), (Some(20.0), Some(3.5)));
        for wrong in ["", "us", "0", "-1", "1 h", "1.2.3", "1 us 2"] {
            assert_eq!(ps.parse(wrong), None, "{wrong}");
        }
        assert_eq!(Unit::Sample.parse("1us"), None);
    }
}
