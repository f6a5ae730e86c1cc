import { describe, expect, test } from "vitest";
import { mergeDocuments } from "./merge-documents";
import { splitToml } from "./toml-blocks";

const file = (title: string, body: string) => `+++\ntitle = "${title}"\n+++\n${body}`;
const clinic = `# Facts.
name = "Clinic"

# A day may have a break.
[hours]
monday = "08:00-18:00"
tuesday = "08:00-18:00"

[notice]
text = "Welcome."

[[closures]]
date = 2026-12-25
reason = "Christmas"
`;

describe("merging Markdown", () => {
  test("takes changes of different paragraphs from both sides, also of neighbours", () => {
    expect(
      mergeDocuments({
        base: file("T", "A\n\nB\n\nC\n"),
        mine: file("T", "A\n\nB changed\n\nC\n"),
        theirs: file("New", "A\n\nB\n\nC too\n\nD\n"),
      }),
    ).toEqual({ value: file("New", "A\n\nB changed\n\nC too\n\nD\n"), isClean: true });
  });

  test("keeps both versions of a paragraph that both changed", () => {
    expect(
      mergeDocuments({
        base: file("T", "Start\n\nA\n\nEnd\n"),
        mine: file("T", "Start\n\nA mine\n\nEnd\n"),
        theirs: file("T", "Start\n\nA theirs\n\nEnd\n"),
      }),
    ).toEqual({ value: file("T", "Start\n\nA mine\n\nA theirs\n\nEnd\n"), isClean: false });
  });

  test("keeps a paragraph that one removed and the other changed", () => {
    expect(
      mergeDocuments({
        base: file("T", "A\n\nB\n\nC\n"),
        mine: file("T", "A\n\nC\n"),
        theirs: file("T", "A\n\nB with more\n\nC\n"),
      }).value,
    ).toContain("B with more");
  });

  test("removes what one removed and nobody changed", () => {
    expect(
      mergeDocuments({
        base: file("T", "A\n\nB\n\nC\n"),
        mine: file("T", "A\n\nC\n"),
        theirs: file("T", "A\n\nB\n\nC more\n"),
      }),
    ).toEqual({ value: file("T", "A\n\nC more\n"), isClean: true });
  });

  test("takes a table as one block, so that rows of two versions never mix", () => {
    const table = (first: string, last: string) =>
      `| Visit | Price |\n| --- | --- |\n| Exam | ${first} |\n| Child | ${last} |`;
    const body = (text: string, written: string) => file("T", `${text}\n\n${written}\n`);
    expect(
      mergeDocuments({
        base: body("Prices.", table("1", "2")),
        mine: body("Prices.", table("10", "2")),
        theirs: body("Our prices.", table("1", "2")),
      }),
    ).toEqual({ value: body("Our prices.", table("10", "2")), isClean: true });
    expect(
      mergeDocuments({
        base: body("Prices.", table("1", "2")),
        mine: body("Prices.", table("10", "2")),
        theirs: body("Prices.", table("1", "20")),
      }),
    ).toEqual({
      value: body("Prices.", `${table("10", "2")}\n\n${table("1", "20")}`),
      isClean: false,
    });
  });

  test("does not cut a code block", () => {
    const code = (line: string) => `\`\`\`\none\n\n${line}\n\`\`\`\n`;
    const merged = mergeDocuments({
      base: file("T", code("two")),
      mine: file("T", code("mine")),
      theirs: file("T", code("theirs")),
    });
    expect(merged).toEqual({
      value: file("T", `${code("mine")}\n${code("theirs")}`),
      isClean: false,
    });
  });

  test("keeps everything of both when the base is not known", () => {
    expect(
      mergeDocuments({
        base: null,
        mine: file("T", "A\n\nMine\n"),
        theirs: file("T", "A\n\nTheirs\n"),
      }),
    ).toEqual({ value: file("T", "A\n\nMine\n\nTheirs\n"), isClean: false });
  });
});

describe("merging TOML", () => {
  test("takes changes of different keys and tables from both sides", () => {
    expect(
      mergeDocuments({
        base: clinic,
        mine: clinic.replace('monday = "08:00', 'monday = "09:00'),
        theirs: clinic
          .replace("Welcome.", "Closed for repairs.")
          .replace('tuesday = "08:00-18:00"', 'tuesday = "closed"'),
      }),
    ).toEqual({
      value: clinic
        .replace('monday = "08:00', 'monday = "09:00')
        .replace("Welcome.", "Closed for repairs.")
        .replace('tuesday = "08:00-18:00"', 'tuesday = "closed"'),
      isClean: true,
    });
  });

  test("keeps the other value of a key that both changed as a comment beside it", () => {
    expect(
      mergeDocuments({
        base: clinic,
        mine: clinic.replace("Welcome.", "Mine."),
        theirs: clinic.replace("Welcome.", "Theirs."),
      }),
    ).toEqual({
      value: clinic.replace('"Welcome."', '"Mine."\n# Other version: text = "Theirs."'),
      isClean: false,
    });
  });

  test("keeps the entries and tables that both added", () => {
    const entry = (reason: string) => `\n[[closures]]\ndate = 2027-01-01\nreason = "${reason}"\n`;
    const { value, isClean } = mergeDocuments({
      base: clinic,
      mine: `${clinic}${entry("New Year")}\n[socials]\ninstagram = "a"\n`,
      theirs: `${clinic}${entry("Easter")}\n[map]\nlink = "b"\n`,
    });
    expect(isClean).toBe(true);
    for (const words of ["New Year", "Easter", "[socials]", "[map]", "Christmas"]) {
      expect(value).toContain(words);
    }
    expect(splitToml(value)).not.toBeNull();
  });

  test("changes an entry while the other side adds one after it and one before it", () => {
    const entry = (reason: string) => `[[closures]]\nreason = "${reason}"\nday = "d ${reason}"\n`;
    expect(
      mergeDocuments({
        base: entry("one") + entry("two"),
        mine: entry("one") + entry("two").replace('reason = "two"', 'reason = "second"'),
        theirs: entry("zero") + entry("one") + entry("two") + entry("three"),
      }),
    ).toEqual({
      value:
        entry("zero") +
        entry("one") +
        entry("two").replace('reason = "two"', 'reason = "second"') +
        entry("three"),
      isClean: true,
    });
  });

  test("keeps a key that one removed and the other changed", () => {
    expect(
      mergeDocuments({
        base: clinic,
        mine: clinic.replace('monday = "08:00-18:00"\n', ""),
        theirs: clinic.replace('monday = "08:00-18:00"', 'monday = "closed"'),
      }),
    ).toEqual({
      value: clinic.replace('monday = "08:00-18:00"', 'monday = "closed"'),
      isClean: true,
    });
  });

  test("takes the lines that each side added to a list of texts", () => {
    const list = (...lines: string[]) =>
      `urgent = [\n${lines.map((l) => `  "${l}",\n`).join("")}]\n`;
    expect(
      mergeDocuments({
        base: list("pain", "redness"),
        mine: list("pain", "redness", "mine"),
        theirs: list("theirs", "pain", "redness", "also theirs"),
      }),
    ).toEqual({ value: list("theirs", "pain", "redness", "mine", "also theirs"), isClean: true });
  });

  test("keeps nested entries with the entry that they belong to", () => {
    const level = (name: string, ...spots: string[]) =>
      `[[levels]]\nimage = "${name}"\n${spots.map((id) => `[[levels.spots]]\nid = "${id}"\n`).join("")}`;
    expect(
      mergeDocuments({
        base: level("one", "a") + level("two", "b"),
        mine: level("one", "a", "mine") + level("two", "b"),
        theirs: level("one", "a") + level("two", "b", "theirs"),
      }),
    ).toEqual({ value: level("one", "a", "mine") + level("two", "b", "theirs"), isClean: true });
  });

  test("stays valid when one side made a table of a key", () => {
    const { value } = mergeDocuments({
      base: 'name = "A"\n',
      mine: 'name = "A"\nsources = ["one"]\n',
      theirs: 'name = "A"\n[[sources]]\ntitle = "two"\n',
    });
    expect(splitToml(value)).not.toBeNull();
    expect(value).toContain("one");
    expect(value).toContain("two");
  });

  test("keeps the lines of a text that is not valid", () => {
    const { value, isClean } = mergeDocuments({
      base: 'name = "A"\n',
      mine: 'name = "Mine\n',
      theirs: 'name = "Theirs"\n',
    });
    expect(isClean).toBe(false);
    expect(value).toBe('name = "Mine\n# Other version: name = "Theirs"\n');
  });
});

describe("merging a text that is not valid TOML", () => {
  const base = '[a]\nopen = "08:00"\n\n[b]\nopen = "09:00"\n';

  test("asks, also when each line of the other version is somewhere in mine", () => {
    const mine = `${base}note = `;
    const theirs = base.replace("09:00", "08:00");
    const merged = mergeDocuments({ base, mine, theirs });
    expect(merged.isClean).toBe(false);
    expect(merged.value).toContain('# Other version: open = "08:00"');
  });

  test("asks nothing when only the Markdown was changed by somebody else", () => {
    const broken = "+++\ntitle = \n+++\n";
    const versions = { base: `${broken}A\n\nB\n`, mine: `${broken}A mine\n\nB\n` };
    expect(mergeDocuments({ ...versions, theirs: `${broken}A\n\nB theirs\n` })).toEqual({
      value: `${broken}A mine\n\nB theirs\n`,
      isClean: true,
    });
  });

  test("keeps a key that the other side made a table of, beside an equal line elsewhere", () => {
    const versions = {
      base: "[c]\nb = 2\n",
      mine: "a.b = 2\n\n[c]\nb = 2\n",
      theirs: "[a]\nb = 2\n\n[c]\nb = 2\n",
    };
    const { value, isClean } = mergeDocuments(versions);
    expect(isClean).toBe(false);
    expect(value).toContain("# Other version: [a]\n# Other version: b = 2\n");
  });
});

test("the closing fence keeps its line when the other side adds the first text", () => {
  const merged = mergeDocuments({
    base: '+++\ntitle = "a"\n+++',
    mine: '+++\ntitle = "b"\n+++',
    theirs: '+++\ntitle = "a"\n+++\nHello\n',
  });
  expect(merged).toEqual({ value: '+++\ntitle = "b"\n+++\nHello\n', isClean: true });
});

test("comments of both on the line of a header stay", () => {
  const { value, isClean } = mergeDocuments({
    base: "[a]\nb = 1\n",
    mine: "[a] # mine\nb = 1\n",
    theirs: "[a] # theirs\nb = 1\n",
  });
  expect(isClean).toBe(false);
  expect(value).toContain("# mine");
  expect(value).toContain("# theirs");
  expect(splitToml(value)).not.toBeNull();
});
