//! How easily a password is guessed, estimated by zxcvbn: common passwords, names, words, dates, keyboard rows and
//! repetitions, and in addition the words that people at this clinic think of first.

use std::fmt;

use zxcvbn::feedback::Warning;
use zxcvbn::{Score, zxcvbn};

use super::StaffName;

/// zxcvbn's highest score: at least 10^10 guesses. With a stolen database and a slow hash an attacker tries about 10^4 per
/// second, so the score below it (10^8 guesses) lasts for three hours only. Four common words, or 12 random characters,
/// have it. NIST SP 800-63B-4 and OWASP ASVS 5 (6.2.4, 6.2.11) ask for a list of common and expected passwords; this
/// covers one, and combinations of its entries.
const REQUIRED_SCORE: Score = Score::Four;

/// What is judged of a long password. The time that zxcvbn needs grows with the square of the length, and a text of
/// digits and signs that stand for letters takes a hundred times as long as others: 0.1 s for 32 characters, 1.4 s for
/// 100.
const JUDGED_CHARACTERS: usize = 32;

/// Words that are expected in a password of any eye clinic. The last one begins every discount code of 5 percent.
const EXPECTED_WORDS: [&str; 3] = ["eye", "clinic", "eye5"];

/// Shorter words occur in many good passwords by chance.
const MIN_NAMED_WORD: usize = 4;

/// Words of the clinic that somebody who guesses a password tries first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClinicWords(Vec<String>);

impl ClinicWords {
    /// From names such as "The Eye Clinic" and "Port Harcourt".
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self(names.into_iter().flat_map(words_of).collect())
    }
}

/// Why a password is easy to guess, to be read after "This password is easy to guess".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weakness {
    KnownWord,
    Common,
    Keyboard,
    Repetition,
    Sequence,
    Date,
    SingleWord,
    /// Too short, or too predictable in several ways.
    Other,
}

impl fmt::Display for Weakness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::KnownWord => ": it contains a name that belongs to the clinic or to the account",
            Self::Common => ": many people use it, or one like it",
            Self::Keyboard => ": its characters are neighbours on the keyboard",
            Self::Repetition => ": it repeats characters or words",
            Self::Sequence => ": it contains a sequence such as abc or 1234",
            Self::Date => ": it contains a date or a year",
            Self::SingleWord => ": it is a single word or name",
            Self::Other => "",
        })
    }
}

/// `None` when the password is hard enough to guess.
pub fn find_weakness(password: &str, name: &StaffName, clinic: &ClinicWords) -> Option<Weakness> {
    let expected = EXPECTED_WORDS.map(str::to_owned).into_iter();
    let known: Vec<String> = expected.chain(clinic.0.iter().cloned()).chain(words_of(name.as_str())).collect();
    let judged = judged_part(password);
    let estimate = zxcvbn(&judged, &known.iter().map(String::as_str).collect::<Vec<_>>());
    if estimate.score() >= REQUIRED_SCORE {
        return None;
    }
    let judged = judged.to_lowercase();
    if known.iter().any(|word| word.chars().count() >= MIN_NAMED_WORD && judged.contains(word)) {
        return Some(Weakness::KnownWord);
    }
    let warning = estimate.feedback().and_then(zxcvbn::feedback::Feedback::warning);
    Some(warning.map_or(Weakness::Other, weakness))
}

/// Without separators: zxcvbn takes them for random characters, but whoever guesses words also guesses "eye clinic 2026".
fn judged_part(password: &str) -> String {
    password.chars().filter(|c| !is_separator(*c)).take(JUDGED_CHARACTERS).collect()
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '_' | '.')
}

/// A name as one word, and each of its words.
fn words_of(name: &str) -> Vec<String> {
    let name = name.to_lowercase();
    let words = name.split(is_separator).filter(|word| !word.is_empty()).map(str::to_owned);
    let whole: String = name.chars().filter(|c| !is_separator(*c)).collect();
    words.chain([whole]).collect()
}

fn weakness(warning: Warning) -> Weakness {
    match warning {
        Warning::ThisIsATop10Password
        | Warning::ThisIsATop100Password
        | Warning::ThisIsACommonPassword
        | Warning::ThisIsSimilarToACommonlyUsedPassword => Weakness::Common,
        Warning::StraightRowsOfKeysAreEasyToGuess | Warning::ShortKeyboardPatternsAreEasyToGuess => Weakness::Keyboard,
        Warning::RepeatsLikeAaaAreEasyToGuess | Warning::RepeatsLikeAbcAbcAreOnlySlightlyHarderToGuess => {
            Weakness::Repetition
        }
        Warning::SequencesLikeAbcAreEasyToGuess => Weakness::Sequence,
        Warning::RecentYearsAreEasyToGuess | Warning::DatesAreOftenEasyToGuess => Weakness::Date,
        Warning::AWordByItselfIsEasyToGuess
        | Warning::NamesAndSurnamesByThemselvesAreEasyToGuess
        | Warning::CommonNamesAndSurnamesAreEasyToGuess => Weakness::SingleWord,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weakness_of(password: &str) -> Option<Weakness> {
        let clinic = ClinicWords::new(["The Eye Clinic", "Port Harcourt"]);
        find_weakness(password, &StaffName::parse("Ada Obi").expect("a name"), &clinic)
    }

    #[test]
    fn passwords_that_are_guessed_first_are_weak() {
        for (password, weakness) in [
            ("123456789012", Weakness::Sequence),
            ("abcdefghijkl", Weakness::Sequence),
            ("password1234", Weakness::Common),
            ("P@ssw0rd1234", Weakness::Common),
            ("iloveyouforever", Weakness::Common),
            ("qwertyuiop[]", Weakness::Keyboard),
            ("river2026river2026", Weakness::Repetition),
            ("aaaaaaaaaaaaaa", Weakness::Repetition),
            ("ilovemychildren", Weakness::Other),
            ("Sunshine-2026!", Weakness::Common),
        ] {
            assert_eq!(weakness_of(password), Some(weakness), "{password}");
        }
    }

    #[test]
    fn names_of_the_clinic_and_the_account_are_weak_with_a_year_and_in_any_spelling() {
        for password in [
            "TheEyeClinic2026",
            "The Eye Clinic 2026",
            "eye clinic 2026!",
            "7h3-eye-clinic-2026",
            "portharcourt2001",
            "Port Harcourt Eye Clinic",
            "adaobi2026adaobi",
            "Ada Obi 1990 Ada Obi",
        ] {
            assert_eq!(weakness_of(password), Some(Weakness::KnownWord), "{password}");
        }
        assert_eq!(weakness_of("EYE5-EYE5-EYE5"), Some(Weakness::KnownWord));
    }

    #[test]
    fn passphrases_and_generated_passwords_are_strong() {
        for password in [
            "correct horse battery staple",
            "lamp river seven paper",
            "yam-lantern-okada-bridge",
            "four odd words here",
            "k3X9vQp2mZtL",
            "kxvqpmztlwjr",
            "tVz8-pQ4w-Lk2N",
            "xKcd9!mQ2#zT",
            "hutkyz-8Nocma-pymtuv",
            "ọ̀nà jíjìn púpọ̀ gan ni",
        ] {
            assert_eq!(weakness_of(password), None, "{password}");
        }
    }

    #[test]
    fn only_the_beginning_of_a_long_password_is_judged() {
        // Every sign that can stand for a letter: the slowest text for zxcvbn.
        let slowest: String = "4@8({[<369!1|0$5+7%2".chars().cycle().take(128).collect();
        assert_eq!(judged_part(&slowest).chars().count(), JUDGED_CHARACTERS);
        let generated = "k3X9vQp2mZtLw7Rb";
        assert_eq!(weakness_of(&format!("{}{generated}", "a".repeat(JUDGED_CHARACTERS))), Some(Weakness::Repetition));
        assert_eq!(weakness_of(&format!("{generated}{}", "a".repeat(100))), None);
    }
}
