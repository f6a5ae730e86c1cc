//! `clinic.toml`: facts, opening hours, closures, the notice, booking, the switch of the sight self-check, and which
//! pictures the game shows.

use std::ops::RangeInclusive;

use super::{
    ChoiceOption, DocumentDefinition, FieldDefinition, FieldType, entries, field, group, number, optional_table, table,
    text, url,
};
use clinic_rules::booking::TICK_MINUTES;

const DISCOUNT_ON: FieldDefinition = text("discount_on", "What the discount is off", 100)
    .optional()
    .or_placeholder()
    .help("Completes the words “5 % off …”.");

pub const FACTS: &[FieldDefinition] = &[
    text("name", "Name of the clinic", 80).or_placeholder(),
    text("tagline", "Tagline", 120),
    text("blurb", "About the clinic", 300).help("One or two sentences, shown at the bottom of every page."),
    number("founded", "Founded in", 1900, 2100),
    table("address", "Address", ADDRESS),
    table("map", "Map", MAP),
    table("phone", "Phone", &[PHONE_NUMBER]),
    table("whatsapp", "WhatsApp", WHATSAPP),
    table("socials", "Social media", SOCIALS),
    optional_table("emergency", "Emergencies", EMERGENCY, "Write your own words", "Use the usual words").help(
        "On the home page, beside the ways to contact you, where visitors book, and in emails about appointments.",
    ),
    entries("hospitals", "Hospitals with an eye doctor on call", "Hospital", HOSPITAL)
        .optional()
        .help("Shown below the words about emergencies. The nearest hospital may have no eye doctor."),
    number("discount_percent", "Discount for a perfect game, in percent", 1, 100),
    DISCOUNT_ON,
    number("code_days", "Days that a discount code is valid", 1, 3650).optional(),
];

pub const SIGHT_CHECK: &[FieldDefinition] = &[field("sight_check", "Sight self-check", FieldType::Choice { options: ON_OFF })
    .optional()
    .or_placeholder()
    .help(
        "A page where visitors check how sharply each eye sees. Please decide before the site goes live: software that examines \
         eyes may be a medical device. Ask NAFDAC whether it has to be registered.",
    )];

const ON_OFF: &[ChoiceOption] =
    &[ChoiceOption { value: "on", label: "On" }, ChoiceOption { value: "off", label: "Off" }];

pub const GAME: &[FieldDefinition] = &[optional_table(
    "game",
    "Pictures of the game",
    GAME_FIELDS,
    "Choose which pictures are shown",
    "Show the pictures of the content",
)];

const GAME_FIELDS: &[FieldDefinition] = &[
    field("puzzles", "Which pictures the game shows", FieldType::Choice { options: PUZZLES }),
    field("practice", "Practice puzzle", FieldType::Choice { options: PRACTICE })
        .optional()
        .help("A page with one picture to practise with, a new one every day. There is no prize."),
];

/// A new set of pictures every month.
pub const MONTHLY: &str = "monthly";

const PUZZLES: &[ChoiceOption] = &[
    ChoiceOption { value: "fixed", label: "Always the pictures of the content" },
    ChoiceOption { value: MONTHLY, label: "New pictures on the first of every month" },
];

/// A new puzzle for practice every day.
pub const DAILY: &str = "daily";

const PRACTICE: &[ChoiceOption] =
    &[ChoiceOption { value: DAILY, label: "A new one every day" }, ChoiceOption { value: "off", label: "Off" }];

const ADDRESS: &[FieldDefinition] = &[
    text("street", "Street and house number", 150).or_placeholder(),
    text("city", "City", 80).or_placeholder(),
    text("state", "State", 80).or_placeholder(),
    text("country", "Country", 80).or_placeholder(),
];

const MAP: &[FieldDefinition] = &[
    url("link", "Link to the map")
        .or_placeholder()
        .help("Search for the clinic in a maps service and copy the address of the page."),
    url("embed", "Map on the page").optional().or_placeholder().help(
        "The address inside src=\"…\" in the code that the maps service offers under “Embed” or “Share”. Without it, the \
         page shows only the address and the link.",
    ),
];

/// E.164 allows 15 digits. The shortest numbers with a country code have 8.
pub const PHONE_DIGITS: RangeInclusive<usize> = 8..=15;

const PHONE_NUMBER: FieldDefinition = phone("number", "Number");

const fn phone(key: &'static str, label: &'static str) -> FieldDefinition {
    field(key, label, FieldType::Phone { min_digits: *PHONE_DIGITS.start(), max_digits: *PHONE_DIGITS.end() })
        .or_placeholder()
        .help("With the country code, such as +234 803 123 4567.")
}

const WHATSAPP: &[FieldDefinition] =
    &[PHONE_NUMBER, text("message", "First message", 200).help("Already typed when a patient opens the chat.")];

const SOCIALS: &[FieldDefinition] = &[
    url("instagram", "Instagram").optional().or_placeholder(),
    url("facebook", "Facebook").optional().or_placeholder(),
    url("linkedin", "LinkedIn").optional().or_placeholder(),
];

const EMERGENCY: &[FieldDefinition] = &[
    text("text", "Text", 160),
    text("link_text", "Words of the link", 60),
    page_link("link", "Page that the link opens"),
];

const HOSPITAL: &[FieldDefinition] = &[
    text("name", "Name", 80).or_placeholder(),
    text("area", "Area", 80).optional().or_placeholder().help("The part of the town, such as “Old GRA”."),
    phone("phone", "Phone").optional(),
    url("map", "Link to the map").optional().or_placeholder(),
];

pub const HOURS: &[FieldDefinition] = &[table("hours", "Opening hours", WEEK)];

const WEEK: &[FieldDefinition] = &[
    day("monday", "Monday"),
    day("tuesday", "Tuesday"),
    day("wednesday", "Wednesday"),
    day("thursday", "Thursday"),
    day("friday", "Friday"),
    day("saturday", "Saturday"),
    day("sunday", "Sunday"),
];

const fn day(key: &'static str, label: &'static str) -> FieldDefinition {
    field(key, label, FieldType::OpeningHours { may_be_closed: true })
}

pub const CLOSURES: &[FieldDefinition] = &[entries("closures", "Closures", "Closure", CLOSURE).optional()];

const CLOSURE: &[FieldDefinition] = &[
    field("date", "Days", FieldType::Days),
    text("reason", "Reason", 80).help("Shown to visitors, such as “Christmas”."),
];

pub const OTHER_HOURS: &[FieldDefinition] =
    &[entries("other_hours", "Other hours", "Day with other hours", OTHER_HOURS_FIELDS).optional()];

const OTHER_HOURS_FIELDS: &[FieldDefinition] = &[
    field("date", "Days", FieldType::Days),
    field("hours", "Hours", FieldType::OpeningHours { may_be_closed: false }),
    text("reason", "Reason", 80).optional().help("Shown to visitors, such as “Christmas Eve”."),
];

pub const NOTICE: &[FieldDefinition] =
    &[optional_table("notice", "Notice", NOTICE_FIELDS, "Add a notice", "Remove the notice")];

const NOTICE_FIELDS: &[FieldDefinition] = &[
    // About four lines on a small phone. The notice is above the content of every page.
    text("text", "Text", 160).help("Put the details on the page that it links to."),
    page_link("link", "Page that it links to").optional(),
    field("from", "First day", FieldType::Date).optional().help(
        "Visitors see the notice from the beginning of this day. Leave it empty to show it as soon as you publish it.",
    ),
    field("until", "Last day", FieldType::Date).help("Visitors see the notice until the end of this day."),
];

pub const BOOKING: &[FieldDefinition] =
    &[optional_table("booking", "Online booking", BOOKING_FIELDS, "Turn on online booking", "Turn off online booking")];

pub const BOOKING_FIELDS: &[FieldDefinition] = &[
    field("confirm", "How a request is confirmed", FieldType::Choice { options: CONFIRM }),
    number("chairs", "Patients at the same time", 1, 50)
        .optional()
        .help("Leave it empty when the chairs have names: then it is their number."),
    minutes("start_every", "Minutes between starting times", 5, 240),
    number("minimum_notice_hours", "Hours of notice for a booking", 0, 24 * 14)
        .help("How long before a visit it can still be booked."),
    number("change_notice_hours", "Hours of notice for a change", 0, 24 * 14)
        .help("How long before a visit patients can still move or cancel it."),
    number("days_ahead", "Days that can be booked ahead", 1, 365),
    entries("services", "Services that can be booked", "Service", BOOKED_SERVICE),
    entries("named_chairs", "Chairs with names", "Chair", NAMED_CHAIR)
        .optional()
        .help("For doctors or rooms with services or hours of their own, one entry for each patient that can be seen at the same time."),
];

const CONFIRM: &[ChoiceOption] = &[
    ChoiceOption { value: "by staff", label: "Staff confirm each request" },
    ChoiceOption { value: "at once", label: "Confirmed automatically" },
];

const BOOKED_SERVICE: &[FieldDefinition] = &[
    field("service", "Service", FieldType::Service),
    minutes("minutes", "Minutes for the visit", 5, 480),
    minutes("buffer", "Minutes between two visits", 0, 240),
    number("daily_limit", "Visits a day, at most", 1, 500).optional().help("Leave it empty for no limit."),
];

const NAMED_CHAIR: &[FieldDefinition] = &[
    text("name", "Name", 40).help("A doctor or a room, such as “Dr. Amadi” or “Room 2”. Patients do not see it."),
    field("number", "Number", FieldType::EntryNumber { min: 1, max: 99 }).help(
        "Visits belong to this number. Keep it when you change the name or the order. Give a new chair a number that none has had.",
    ),
    field("services", "Services that it takes", FieldType::BookedServices)
        .optional()
        .help("Choose none if it takes all that can be booked."),
    optional_table("hours", "Own hours", CHAIR_WEEK, "Add own hours", "Remove the own hours").help(
        "For days on which it sees patients only a part of the opening hours, or not at all. The other days have the opening hours.",
    ),
];

const CHAIR_WEEK: &[FieldDefinition] = &[
    day("monday", "Monday").optional(),
    day("tuesday", "Tuesday").optional(),
    day("wednesday", "Wednesday").optional(),
    day("thursday", "Thursday").optional(),
    day("friday", "Friday").optional(),
    day("saturday", "Saturday").optional(),
    day("sunday", "Sunday").optional(),
];

const fn minutes(key: &'static str, label: &'static str, min: i32, max: i32) -> FieldDefinition {
    field(key, label, FieldType::Number { min, max, step: TICK_MINUTES as i32 })
}

const fn page_link(key: &'static str, label: &'static str) -> FieldDefinition {
    field(key, label, FieldType::PageLink { max_length: 300 })
}

/// All fields of the file.
pub fn fields() -> impl Iterator<Item = &'static FieldDefinition> {
    [FACTS, HOURS, CLOSURES, OTHER_HOURS, NOTICE, BOOKING, SIGHT_CHECK, GAME].into_iter().flatten()
}

pub fn definition() -> DocumentDefinition {
    let closures = "Days on which the clinic is closed, such as public holidays. Visitors see them with the opening hours, and \
                    nothing can be booked on them.";
    let other_hours = "Days that are shorter or longer than usual, such as Christmas Eve. Visitors see them with the opening hours, \
                       and only these hours can be booked. If a day is in several entries, the one with the fewest days counts.";
    let notice = "A line at the top of every page, for news that everyone should see.";
    let booking = "Without it, the site asks patients to call or to write on WhatsApp.";
    let game =
        "New pictures are drawn on the server. Those in “Game levels” are then shown only until the first are drawn.";
    let groups = vec![
        group("facts", "Clinic facts", "Shown on every page.", FACTS),
        group("hours", "Opening hours", "", HOURS),
        group("closures", "Closures", closures, CLOSURES),
        group("other-hours", "Other hours", other_hours, OTHER_HOURS),
        group("notice", "Notice", notice, NOTICE),
        group("booking", "Online booking", booking, BOOKING),
        group("sight-check", "Sight self-check", "", SIGHT_CHECK),
        group("game", "Pictures of the game", game, GAME),
    ];
    DocumentDefinition { groups, only_as_text: None }
}
