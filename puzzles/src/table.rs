//! The report as a table for a terminal.

use std::fmt;

use crate::proof::Report;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "level  spot  target px   area px2  contrast  crowding  ease  what")?;
        for (index, level) in self.levels.iter().enumerate() {
            for spot in &level.spots {
                let (width, height) = spot.target;
                writeln!(
                    f,
                    "{:5}  {:4}  {:9}  {:9.0}  {:8.2}  {:8.2}  {:4.1}  {}",
                    index + 1,
                    spot.id,
                    format!("{width:.0} x {height:.0}"),
                    spot.ease.area,
                    spot.ease.contrast,
                    spot.ease.crowding,
                    spot.ease.value(),
                    spot.label,
                )?;
            }
            let ease = level.ease.map_or_else(|| "-".to_owned(), |ease| format!("{ease:.1}"));
            writeln!(f, "{:5}  {}: {} bytes with Brotli, ease {ease}", index + 1, level.image, level.brotli_bytes)?;
        }
        if self.is_proven() {
            return write!(f, "All proofs passed.");
        }
        for failure in &self.failures {
            writeln!(f, "FAILED {failure}")?;
        }
        write!(
            f,
            "{} failed.",
            if self.failures.len() == 1 { "1 proof".to_owned() } else { format!("{} proofs", self.failures.len()) }
        )
    }
}
