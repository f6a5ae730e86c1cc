import { describe, expect, test } from "vitest";
import { mergeToml } from "./merge-toml";
import { splitToml } from "./toml-blocks";

const merge = (base: string | null, mine: string, theirs: string) =>
  mergeToml({ base, mine, theirs });
const clean = (value: string) => ({ value, isClean: true });
const asked = (value: string) => ({ value, isClean: false });

const hours = `name = "Clinic"

# A day may have a break.
[hours]
# Closed at noon.
monday = "08:00"
tuesday = "08:00"
# Ask Ada before you change it.
`;

describe("a key", () => {
  test("that one or both removed and nobody changed is gone", () => {
    const without = hours.replace('tuesday = "08:00"\n', "");
    const renamed = hours.replace("Clinic", "Eyes");
    const both = without.replace("Clinic", "Eyes");
    expect(merge(hours, without, renamed)).toEqual(clean(both));
    expect(merge(hours, renamed, without)).toEqual(clean(both));
    expect(merge(hours, both, without)).toEqual(clean(both));
  });

  test("that both changed alike is changed", () => {
    const later = hours.replace('monday = "08:00"', 'monday = "09:00"');
    const renamed = later.replace("Clinic", "Eyes");
    expect(merge(hours, later, renamed)).toEqual(clean(renamed));
  });

  test("that both added alike is there once, and with two values it is asked about", () => {
    expect(merge("a = 1\n", "a = 1\nb = 2\nc = 3\n", "a = 1\nb = 2\n")).toEqual(
      clean("a = 1\nb = 2\nc = 3\n"),
    );
    expect(merge("a = 1\n", "a = 1\nb = 2\n", "a = 1\nb = 3\n")).toEqual(
      asked("a = 1\nb = 2\n# Other version: b = 3\n"),
    );
  });

  test("that only theirs has stands after the one that is before it there", () => {
    const base = "a = 1\nb = 1\nc = 1\n";
    expect(
      merge(base, "a = 2\nb = 1\nc = 1\n", "w = 1\na = 1\nx = 1\ny = 1\nb = 1\nc = 1\nz = 1\n"),
    ).toEqual(clean("w = 1\na = 2\nx = 1\ny = 1\nb = 1\nc = 1\nz = 1\n"));
    // Theirs has another order.
    expect(merge(base, "a = 2\nb = 1\nc = 1\n", "c = 1\na = 1\nx = 1\nb = 1\n")).toEqual(
      clean("a = 2\nx = 1\nb = 1\nc = 1\n"),
    );
  });

  test("in quotation marks is a key of its own", () => {
    const base = '"08:00" = 1\n"09:00" = 1\n';
    expect(merge(base, base.replace("1", "2"), base.replace("1\n", "1 # early\n"))).toEqual(
      asked('"08:00" = 2\n# Other version: "08:00" = 1 # early\n"09:00" = 1\n'),
    );
    expect(merge(base, '"08:00" = 2\n"09:00" = 1\n', '"08:00" = 1\n"09:00" = 3\n')).toEqual(
      clean('"08:00" = 2\n"09:00" = 3\n'),
    );
  });

  test("of several lines has each line of the other version in its comment", () => {
    const text = (...lines: string[]) => `about = """\n${lines.join("\n")}"""\n`;
    expect(merge(text("A", "B"), text("Mine", "B"), text("Theirs", "B"))).toEqual(
      asked(
        `${text("Mine", "B")}# Other version: about = """\n# Other version: Theirs\n# Other version: B"""\n`,
      ),
    );
  });
});

describe("a comment", () => {
  test("that one removed is gone, and one that the other added stays", () => {
    const renamed = hours.replace("Clinic", "Eyes");
    for (const line of [
      "# A day may have a break.\n",
      "# Closed at noon.\n",
      "# Ask Ada before you change it.\n",
    ]) {
      expect(merge(hours, hours.replace(line, ""), renamed)).toEqual(
        clean(renamed.replace(line, "")),
      );
      expect(merge(hours.replace(line, ""), hours, renamed.replace(line, ""))).toEqual(
        clean(renamed),
      );
    }
  });

  test("of each side above the same key or table stays, and is not asked about", () => {
    const base = "a = 1\n[b]\nc = 1\n";
    const noted = (note: string) => `# A ${note}\na = 1\n# B ${note}\n[b]\n# C ${note}\nc = 1\n`;
    expect(merge(base, noted("mine"), noted("theirs"))).toEqual(
      clean(
        "# A mine\n# A theirs\na = 1\n# B mine\n# B theirs\n[b]\n# C mine\n# C theirs\nc = 1\n",
      ),
    );
  });

  test("that both changed is there twice and asked about", () => {
    const changed = (by: string) => hours.replace("at noon", `at noon, ${by}`);
    expect(merge(hours, changed("mine"), changed("theirs"))).toEqual(
      asked(hours.replace("at noon.", "at noon, mine.\n# Closed at noon, theirs.")),
    );
  });

  test("of both above what both added stays once, also when the base is not known", () => {
    const added = (by: string) => `\n# Both.\n# Of ${by}.\n[map]\n# Of ${by} too.\nlink = "a"\n`;
    const both =
      '\n# Both.\n# Of mine.\n# Of theirs.\n[map]\n# Of mine too.\n# Of theirs too.\nlink = "a"\n';
    expect(merge(hours, hours + added("mine"), hours + added("theirs")).value).toBe(hours + both);
    expect(merge(null, added("mine"), added("theirs"))).toEqual(asked(both));
    const noted = (by: string) => `a = 1\n# ${by}\n[map]\n# ${by} too\nx = 1\n`;
    expect(merge("a = 1\n", noted("mine"), noted("theirs"))).toEqual(
      clean("a = 1\n# mine\n# theirs\n[map]\n# mine too\n# theirs too\nx = 1\n"),
    );
  });

  test("at the end stays once when the base is not known", () => {
    expect(merge(null, "a = 1\n# One\n# Two\n", "a = 1\n# Two\n")).toEqual(
      asked("a = 1\n# One\n# Two\n"),
    );
  });

  test("that was written above what the other removed moves to the end", () => {
    const [mine, theirs] = [
      hours.replace("[hours]", "  # Call first.\n# Bring glasses.\n[hours]"),
      'name = "Clinic"\n# New.\n',
    ];
    expect(merge(hours, mine, theirs)).toEqual(
      clean('name = "Clinic"\n# New.\n  # Call first.\n# Bring glasses.\n'),
    );
    expect(merge(hours, theirs, mine)).toEqual(
      clean('name = "Clinic"\n# New.\n  # Call first.\n# Bring glasses.\n'),
    );
  });

  test("is only what begins with #", () => {
    const colour = (value: string) => `colour = "#${value}" # on white\n`;
    expect(merge(colour("000"), colour("111"), colour("222"))).toEqual(
      asked(`${colour("111")}# Other version: ${colour("222")}`),
    );
  });
});

describe("a table", () => {
  test("that one or both removed and nobody changed is gone with its comments", () => {
    const renamed = hours
      .replace("Clinic", "Eyes")
      .replace("# Ask Ada before you change it.\n", "");
    const without = 'name = "Clinic"\n';
    expect(merge(hours, without, renamed)).toEqual(clean('name = "Eyes"\n'));
    expect(merge(hours, renamed, without)).toEqual(clean('name = "Eyes"\n'));
    expect(merge(hours, 'name = "Eyes"\n', without)).toEqual(clean('name = "Eyes"\n'));
  });

  test("that one removed and the other changed stays changed", () => {
    const changed = hours.replace('monday = "08:00"', 'monday = "09:00"');
    expect(merge(hours, 'name = "Eyes"\n', changed).value).toContain('monday = "09:00"');
    expect(merge(hours, changed, 'name = "Eyes"\n').value).toContain('monday = "09:00"');
  });

  test("that one removed goes although the other wrote a comment above it, which stays", () => {
    const noted = hours.replace("[hours]", "# Summer.\n[hours]");
    expect(merge(hours, 'name = "Eyes"\n', noted)).toEqual(clean('name = "Eyes"\n# Summer.\n'));
  });

  test("that both added has the keys of both", () => {
    expect(merge("a = 1\n", "a = 1\n[map]\nx = 1\n", "a = 1\n[map]\ny = 1\n")).toEqual(
      clean("a = 1\n[map]\ny = 1\nx = 1\n"),
    );
  });

  test("keeps a comment on the line of its header, from whomever it is", () => {
    const [base, noted, changed] = ["[a]\nb = 1\n", "[a] # note\nb = 1\n", "[a]\nb = 2\n"];
    expect(merge(base, noted, changed)).toEqual(clean("[a] # note\nb = 2\n"));
    expect(merge(base, changed, noted)).toEqual(clean("[a] # note\nb = 2\n"));
    expect(merge(base, noted, noted.replace("1", "2"))).toEqual(clean("[a] # note\nb = 2\n"));
  });

  test("has the comment of the other above it when both wrote one on the line of its header", () => {
    for (const base of ["[a]\nb = 1\n", "c = 1\n"]) {
      const merged = merge(base, "[a] # mine\nb = 1\n", "[a] # theirs\nb = 1\n");
      expect(merged).toEqual(asked("# Other version: [a] # theirs\n[a] # mine\nb = 1\n"));
    }
  });

  test("that the other made a list of entries is asked about, and nothing of it is lost", () => {
    const [table, entries] = ["[map]\nlink = 1\n", "[[map]]\nname = 2\n"];
    expect(merge("[map]\nlink = 0\n", table, entries)).toEqual(
      asked(`${table}# Other version: [[map]]\n# Other version: name = 2\n`),
    );
    expect(merge("[map]\nlink = 0\n", entries, table)).toEqual(
      asked(`${entries}# Other version: [map]\n# Other version: link = 1\n`),
    );
  });
});

describe("an entry of a list", () => {
  const closure = (id: string, reason: string) =>
    `[[closures]]\nid = "${id}"\nreason = "${reason}"\n`;

  test("that both changed has the changes of both", () => {
    const base = closure("a", "Christmas");
    expect(
      merge(base, closure("a", "Holidays"), `[[closures]]\nid = "b"\nreason = "Christmas"\n`),
    ).toEqual(clean(closure("b", "Holidays")));
  });

  test("is found by a line that stayed, also when all words of another line are new", () => {
    const base = closure("a", "one two three four five six");
    const moved = `${closure("c", "Easter")}${closure("a", "seven eight nine ten eleven twelve")}`;
    expect(merge(base, `${base}note = "mine"\n`, moved)).toEqual(clean(`${moved}note = "mine"\n`));
  });

  test("is found by its words when no line stayed", () => {
    const base = closure("old", "Closed for repairs of the roof");
    const changed = closure("new", "Closed for repairs of the old roof");
    expect(merge(base, `${base}note = "mine"\n`, closure("x", "Easter") + changed)).toEqual(
      clean(`${closure("x", "Easter")}${changed}note = "mine"\n`),
    );
  });

  test("that both added is there twice without a question", () => {
    expect(merge("a = 1\n", `a = 1\n${closure("a", "A")}`, `a = 1\n${closure("b", "B")}`)).toEqual(
      clean(`a = 1\n${closure("a", "A")}${closure("b", "B")}`),
    );
  });

  test("in an entry is gone when one removed it while the other changed the entry", () => {
    const level = (name: string, ...spots: string[]) =>
      `[[levels]]\nname = "${name}"\n${spots.map((id) => `[[levels.spots]]\nid = "${id}"\n`).join("")}`;
    expect(merge(level("one", "a", "b"), level("one", "a"), level("two", "a", "b"))).toEqual(
      clean(level("two", "a")),
    );
  });

  test("leaves the tables behind it that are not its own", () => {
    const tables = "[a.c.d]\ny = 1\n";
    expect(merge(`[[a.b]]\nx = 1\n${tables}`, tables, `[[a.b]]\nx = 1\n${tables}z = 1\n`)).toEqual(
      clean(`${tables}z = 1\n`),
    );
  });
});

describe("a list of texts", () => {
  const short = (...texts: string[]) =>
    `a = 1\nurgent = [${texts.map((it) => `"${it}"`).join(", ")}]\n`;
  const long = (...texts: string[]) =>
    `a = 1\nurgent = [\n${texts.map((it) => `  "${it}",\n`).join("")}]\n`;

  test("has what each side added, and not what one removed", () => {
    expect(merge(short("a", "b"), short("a"), short("a", "b", "c"))).toEqual(
      clean(short("a", "c")),
    );
    expect(merge("b = 1\n", `b = 1\n${short("a")}`, `b = 1\n${short("c")}`)).toEqual(
      clean(`b = 1\n${short("a", "c")}`),
    );
  });

  test("is on several lines when one of the two is", () => {
    expect(merge(short("a"), short("a", "b"), long("c", "a"))).toEqual(clean(long("c", "a", "b")));
    expect(merge(short("a"), long("a", "b"), short("c", "a"))).toEqual(clean(long("c", "a", "b")));
  });

  test("may have texts with a #", () => {
    expect(merge(short("#a"), short("#a", "#b"), short("#c", "#a"))).toEqual(
      clean(short("#c", "#a", "#b")),
    );
  });

  test("of which each removed what the other kept is empty", () => {
    expect(merge(long("a", "b"), long("a"), long("b"))).toEqual(clean(short()));
  });

  test("has both versions of a text that both changed, and is asked about", () => {
    expect(merge(short("red eye"), short("red eye mine"), short("red eye theirs"))).toEqual(
      asked(short("red eye mine", "red eye theirs")),
    );
  });

  test("that was no list before, or is none on one side, is asked about as a whole", () => {
    const text = 'a = 1\nurgent = "pain"\n';
    const other = (theirs: string) => `# Other version: ${theirs.replace("a = 1\n", "")}`;
    for (const [base, mine, theirs] of [
      [text, short("b"), short("c")],
      [short("a"), text, short("c")],
      [short("a"), short("c"), text],
    ] as const) {
      expect(merge(base, mine, theirs)).toEqual(asked(mine + other(theirs)));
    }
  });

  test("with a comment behind or in it is asked about as a whole", () => {
    const behind = (text: string) => `urgent = ["${text}"] # of ${text}\n`;
    const plain = (text: string) => `urgent = ["${text}"]\n`;
    for (const [mine, theirs] of [
      [behind("b"), plain("c")],
      [plain("b"), behind("c")],
    ] as const) {
      expect(merge(plain("a"), mine, theirs)).toEqual(asked(`${mine}# Other version: ${theirs}`));
    }
    const inside = (text: string) => `urgent = [\n  # of ${text}\n  "${text}",\n]\n`;
    const merged = merge(inside("a"), inside("b"), inside("c"));
    const lines = inside("c").trimEnd().split("\n");
    expect(merged).toEqual(
      asked(inside("b") + lines.map((line) => `# Other version: ${line}\n`).join("")),
    );
  });

  test("is merged also between comments", () => {
    const noted = (...texts: string[]) => `# Before\n${short(...texts)}# After\n`;
    expect(merge(noted("a"), noted("a", "b"), noted("c", "a"))).toEqual(
      clean(noted("c", "a", "b")),
    );
  });
});

describe("keys that are not valid", () => {
  const broken = 'name = "A\n';

  test("are not asked about when only one side changed them, or both alike", () => {
    expect(merge('name = "A"\n', broken, 'name = "A"\n')).toEqual(clean(broken));
    expect(merge('name = "A"\n', 'name = "A"\n', broken)).toEqual(clean(broken));
    expect(merge('name = "A"\n', broken, broken)).toEqual(clean(broken));
  });

  test("of theirs are kept as comments below mine", () => {
    expect(merge('name = "A"\n', 'name = "B"\n', broken)).toEqual(
      asked('name = "B"\n# Other version: name = "A\n'),
    );
    expect(merge('name = "A"\n', 'name = "B"', broken)).toEqual(
      asked('name = "B"\n# Other version: name = "A\n'),
    );
    expect(merge(`a = 0\n`, "a = 1\nb = 1\n", `a = 1\n${broken}`)).toEqual(
      asked('a = 1\nb = 1\n# Other version: name = "A\n'),
    );
    expect(merge('name = "A"\n', "", broken).value).toContain('# Other version: name = "A\n');
    expect(merge('name = "A"\n', "", broken).value.startsWith("#")).toBe(true);
  });

  test("in the base do not matter, but somebody has to look at what was merged", () => {
    expect(merge(broken, "a = 1\nb = 1\n", "a = 1\nc = 1\n")).toEqual(
      asked("a = 1\nc = 1\nb = 1\n"),
    );
  });
});

test("without a base, keys of both are put together and asked about", () => {
  expect(merge(null, "a = 1\nb = 1\n[t]\nx = 1\n", "a = 1\nc = 1\n[t]\ny = 1\n")).toEqual(
    asked("a = 1\nc = 1\nb = 1\n[t]\ny = 1\nx = 1\n"),
  );
});

test("keys that one side removed all leave only what the other changed", () => {
  expect(merge("a = 1\nb = 1\n", "", "a = 2\nb = 1\n")).toEqual(clean("a = 2\n"));
});

test("a last line without an end gets one, so that the next key has a line of its own", () => {
  expect(merge("a = 1", "a = 2", "a = 1\nb = 1")).toEqual(clean("a = 2\nb = 1\n"));
});

test("only what TOML 1.0 allows is valid", () => {
  expect(splitToml("a = { b = 1 }\n")).not.toBeNull();
  expect(splitToml("a = {\n  b = 1,\n}\n")).toBeNull();
});
