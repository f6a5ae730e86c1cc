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

  test("removes what both removed", () => {
    expect(
      mergeDocuments({
        base: file("T", "A\n\nB\n\nC\n"),
        mine: file("New", "A\n\nC\n"),
        theirs: file("T", "A\n\nC more\n"),
      }),
    ).toEqual({ value: file("New", "A\n\nC more\n"), isClean: true });
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

  const change = (text: string) =>
    mergeDocuments({
      base: file("T", `${text}\n`),
      mine: file("T", `${text.replace("one", "mine")}\n`),
      theirs: file("T", `${text.replace("two", "theirs")}\n`),
    });

  test.each([
    ["a fence of tildes", "~~~\none\n\ntwo\n~~~"],
    ["a fence with a language", "```js\none\n\ntwo\n```"],
    ["a fence of tildes with backticks after it", "~~~ `js`\none\n\ntwo\n~~~"],
    ["an indented fence", "  ```\none\n\ntwo\n  ```"],
    ["a fence in a list", "- ```\n  one\n\n  two\n  ```"],
    ["a fence in a list with two spaces", "*  ```\n   one\n\n   two\n   ```"],
    ["a fence in a numbered list", "12. ```\n    one\n\n    two\n    ```"],
    ["a fence in a numbered list with two spaces", "1)  ```\n    one\n\n    two\n    ```"],
    ["a fence in a quotation", "> ```\n> one\n\n> two\n> ```"],
    ["a shorter fence in it", "````\none\n```\n\ntwo\n````"],
    ["words after a fence in it", "```\none\n``` js\n\ntwo\n```"],
    ["another fence in it", "```\none\n~~~\n\ntwo\n```"],
    ["a comment", "<!-- one\n\ntwo -->"],
    ["a comment after a comment", "<!-- 1 --> <!-- one\n\ntwo -->"],
    ["a comment with a comment inside", "<!-- one\n<!-- 1\n\ntwo -->"],
    ["a comment that begins again where one ends", "<!--\none --> <!-- 1\n\ntwo -->"],
    ["a comment with paragraphs inside", "<!-- one\n\nx\n\ntwo -->"],
  ])("does not cut a block with %s", (_, text) => {
    const whole = `${text.replace("one", "mine")}\n\n${text.replace("two", "theirs")}\n`;
    expect(change(text)).toEqual({ value: file("T", whole), isClean: false });
  });

  test.each([
    ["a code block", "```\none\n```\n\ntwo"],
    ["a code block that a longer fence ends", "```\none\n`````\n\ntwo"],
    ["a code block that a fence with spaces ends", "```\none\n```  \n\ntwo"],
    ["code within a line", "```one``` is code\n\ntwo"],
    ["marks within a line", "These ``` one\n\ntwo"],
    ["two marks", "``\none\n\ntwo"],
    ["two tildes", "~~\none\n\ntwo"],
    ["a comment", "<!--\none\n-->\n\ntwo"],
    ["a comment on one line", "<!-- one -->\n\ntwo"],
    ["the end of a comment without a beginning", "one -->\n\ntwo"],
    ["a code block with the beginning of a comment", "```\none <!--\n```\n\ntwo"],
  ])("takes changes of the paragraphs before and after %s from both sides", (_, text) => {
    const mixed = text.replace("one", "mine").replace("two", "theirs");
    expect(change(text)).toEqual({ value: file("T", `${mixed}\n`), isClean: true });
  });

  test("takes paragraphs that both wrote once, also in a text that was empty", () => {
    expect(
      mergeDocuments({
        base: file("T", ""),
        mine: file("T", "A\n"),
        theirs: file("T", "A\n\nB\n"),
      }),
    ).toEqual({ value: file("T", "A\n\nB\n"), isClean: true });
  });

  test("asks about paragraphs that both added at the same place, and keeps them", () => {
    expect(
      mergeDocuments({
        base: file("T", "A\n"),
        mine: file("T", "A\n\nB\n"),
        theirs: file("T", "A\n\nC\n"),
      }),
    ).toEqual({ value: file("T", "A\n\nB\n\nC\n"), isClean: false });
  });

  test("finds a paragraph that was changed by its words", () => {
    const long = "Bring your old glasses and your card";
    expect(
      mergeDocuments({
        base: file("T", `A\n\n${long}\n`),
        mine: file("T", `A\n\n${long} please\n`),
        theirs: file("T", `A\n\nNew\n\n${long} today\n`),
      }),
    ).toEqual({
      value: file("T", `A\n\nNew\n\n${long} please\n\n${long} today\n`),
      isClean: false,
    });
  });

  test("keeps the blank lines of mine, and puts one where there was none", () => {
    expect(
      mergeDocuments({
        base: file("T", "\n \nA\n\n\nB\n \nC\n"),
        mine: file("T", "\n \nA mine\n\n\nB\n \nC\n"),
        theirs: file("T", "A\n\nB\n\nC\n\nD\n"),
      }).value,
    ).toBe(file("T", "\n \nA mine\n\n\nB\n \nC\n\nD\n"));
  });

  test("ends with one line end, also when the last paragraph had none or was removed", () => {
    const versions = { base: file("T", "A\n\nB\n\n\nC"), mine: file("T", "A mine\n\nB\n\n\nC") };
    const merged = (theirs: string) =>
      mergeDocuments({ ...versions, theirs: file("T", theirs) }).value;
    expect(merged("A\n\nB theirs\n\n\nC")).toBe(file("T", "A mine\n\nB theirs\n\n\nC\n"));
    expect(merged("A\n\nB\n")).toBe(file("T", "A mine\n\nB\n"));
  });

  test("keeps the blank lines at the start when the base is not known", () => {
    expect(
      mergeDocuments({ base: null, mine: file("T", "\nA\n\nB\n"), theirs: file("T", "A\n") }),
    ).toEqual({ value: file("T", "\nA\n\nB\n"), isClean: false });
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

describe("a version that nobody else changed", () => {
  // Merging would ask about the line +++, and change line ends.
  const old = file("T", "A \n\n\n\nB");
  const changed = old.replace('"\n+++', '"\r\n');

  test("is taken as it is", () => {
    expect(mergeDocuments({ base: old, mine: changed, theirs: old })).toEqual({
      value: changed,
      isClean: true,
    });
    expect(mergeDocuments({ base: old, mine: old, theirs: changed })).toEqual({
      value: changed,
      isClean: true,
    });
  });

  test("needs no question when both have it, also when the base is not known", () => {
    for (const base of [old, null]) {
      expect(mergeDocuments({ base, mine: changed, theirs: changed })).toEqual({
        value: changed,
        isClean: true,
      });
    }
  });

  test("is taken as it is when it is only the Markdown or only the keys", () => {
    const [before, after] = ["A \n\n\n\nB", "A \n\n\nC"];
    const merged = (mine: string, theirs: string) =>
      mergeDocuments({ base: file("T", before), mine, theirs });
    const both = { value: file("Mine", after), isClean: true };
    expect(merged(file("Mine", before), file("T", after))).toEqual(both);
    expect(merged(file("T", after), file("Mine", before))).toEqual(both);
    expect(merged(file("Mine", after), file("T", after))).toEqual(both);
    expect(
      mergeDocuments({ base: null, mine: file("A", after), theirs: file("B", after) }),
    ).toEqual({
      value: `+++\ntitle = "A"\n# Other version: title = "B"\n+++\n${after}`,
      isClean: false,
    });
  });
});

describe("line ends of Windows", () => {
  const windows = (text: string) => text.replaceAll("\n", "\r\n");
  const base = file("T", "A\n\nB\n");
  const [mine, theirs] = [file("T", "A mine\n\nB\n"), file("T", "A\n\nB theirs\n")];
  const merged = file("T", "A mine\n\nB theirs\n");

  test("stay when mine has them, and are no change", () => {
    expect(mergeDocuments({ base, mine: windows(mine), theirs })).toEqual({
      value: windows(merged),
      isClean: true,
    });
    expect(mergeDocuments({ base: windows(base), mine, theirs: windows(theirs) })).toEqual({
      value: merged,
      isClean: true,
    });
  });

  test("need no question when nothing else differs, also when the base is not known", () => {
    expect(mergeDocuments({ base: null, mine, theirs: windows(mine) })).toEqual({
      value: mine,
      isClean: true,
    });
  });

  test("of old Macs are line ends too", () => {
    const mac = theirs.replaceAll("\n", "\r");
    expect(mergeDocuments({ base, mine, theirs: mac })).toEqual({ value: merged, isClean: true });
  });
});

describe("a document without one of its lines +++", () => {
  const base = file("T", "A\n");
  const all = (text: string) => text.split("\n").filter((line) => line !== "");

  test.each([
    ["the second one", '+++\ntitle = "T"\nA\n'],
    ["the first one", 'title = "T"\n+++\nA\n'],
  ])("is asked about and keeps the lines of both, when it is %s", (_, broken) => {
    const theirs = file("New", "A\n\nB\n");
    for (const versions of [
      { base, mine: broken, theirs },
      { base, mine: theirs, theirs: broken },
    ]) {
      const { value, isClean } = mergeDocuments(versions);
      expect(isClean).toBe(false);
      for (const line of [...all(theirs), ...all(broken)]) expect(value).toContain(line);
      expect(value).not.toContain("Other version");
      expect(value.endsWith("\n")).toBe(true);
    }
  });

  test("keeps its lines in the order of mine, and adds the others where they were", () => {
    const broken = '+++\ntitle = "T"\nA\n';
    expect(mergeDocuments({ base, mine: broken, theirs: file("T", "A\nB\n") }).value).toBe(
      '+++\ntitle = "T"\n+++\nA\nB\n',
    );
  });
});
