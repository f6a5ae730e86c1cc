import { expect, test } from "vitest";
import { spokenWords } from "./text-for-speech";

test.each([
  // Phone numbers.
  [
    "Call +234 800 123 4567.",
    "Call plus two three four, eight zero zero, one two three, four five six seven.",
  ],
  ["Call 0800-123-4567 now", "Call zero eight zero zero, one two three, four five six seven now"],
  // Opening hours.
  ["8:00 AM to 6:00 PM", "8 A M to 6 P M"],
  ["8:30 AM", "8 30 A M"],
  ["8:05 AM", "8 oh 5 A M"],
  ["12:00 PM or 12:00 AM", "12 noon or 12 midnight"],
  ["Tuesday 17 November 2026, 10:00 AM", "Tuesday 17 November 2026, 10 A M"],
  // Numbers.
  ["in 2–3 weeks", "in 2 to 3 weeks"],
  ["in 2-3 weeks", "in 2 to 3 weeks"],
  ["2011–17", "2011 to 17"],
  ["38.3% of adults", "38.3 percent of adults"],
  ["5 % off", "5 percent off"],
  ["30+ years", "more than 30 years"],
  ["adults of 40+", "adults of 40 and over"],
  ["1 in 20 adults over 40", "1 in 20 adults over 40"],
  ["sees 6/6", "sees 6 over 6"],
  ["₦5,000 or ₦ 800", "5,000 naira or 800 naira"],
  // Units.
  ["Keep 30 cm away", "Keep 30 centimetres away"],
  ["1 ml, 1.5 l and 20 litres", "1 millilitre, 1.5 litres and 20 litres"],
  ["boil at 100 °C", "boil at 100 degrees"],
  ["20 minutes, 24 hours", "20 minutes, 24 hours"],
  // Blood, which voices read as words.
  ["sickle cell (SS, SC) or the trait (AS)", "sickle cell (S S, S C) or the trait (A S)"],
  ["HbSC and HbSS", "haemoglobin S C and haemoglobin S S"],
  ["as soon as you can", "as soon as you can"],
  // References and addresses.
  ["Reference K7Q-4XM", "Reference K 7 Q, 4 X M"],
  ["write to help@clinic.com.ng", "write to help at clinic dot com dot ng"],
  // Short forms.
  [
    "Dr. Ada, e.g. drops, i.e. water & salt",
    "Doctor Ada, for example drops, that is water and salt",
  ],
  ["15 November 2026 · 4 minutes to read", "15 November 2026, 4 minutes to read"],
])("%s is said as %s", (text, words) => {
  expect(spokenWords(text)).toBe(words);
});
