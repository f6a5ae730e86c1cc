// Merges two versions of a content file: its keys one by one, its Markdown block by block. The merged text contains
// everything that either side wrote.
import { joinFrontMatter, splitFrontMatter } from "../form/toml/front-matter";
import { joinDocument, splitDocument } from "../split-document";
import { mergeMarkdown, uniteMarkdown } from "./merge-markdown";
import type { DocumentVersions, Merged } from "./merge-sequences";
import { mergeToml, uniteLines } from "./merge-toml";

/** `isClean` is false when the two sides changed the same thing: then both versions of it are in the text. */
export function mergeDocuments({ base, mine, theirs }: DocumentVersions): Merged<string> {
  if (mine === theirs || base === theirs) return { value: mine, isClean: true };
  if (base === mine) return { value: theirs, isClean: true };
  const merged = mergeParts({
    base: base && unix(base),
    mine: unix(mine),
    theirs: unix(theirs),
  });
  const value = mine.includes("\r\n") ? merged.value.replaceAll("\n", "\r\n") : merged.value;
  return { value, isClean: merged.isClean };
}

function unix(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

function mergeParts({ base, mine, theirs }: DocumentVersions): Merged<string> {
  const [my, their] = [splitDocument(mine), splitDocument(theirs)];
  const before = base === null ? null : splitDocument(base);
  const [myKeys, theirKeys] = [splitFrontMatter(my.keys), splitFrontMatter(their.keys)];
  // Somebody has removed a line +++.
  if ((myKeys.after === "") !== (theirKeys.after === ""))
    return { value: uniteLines(mine, theirs), isClean: false };
  const toml = mergeToml({
    base: before && splitFrontMatter(before.keys).toml,
    mine: myKeys.toml,
    theirs: theirKeys.toml,
  });
  const body = mergeBodies(before === null ? null : before.body, my.body, their.body);
  return {
    value: joinDocument(joinFrontMatter({ ...myKeys, toml: toml.value }), body.value),
    isClean: toml.isClean && body.isClean,
  };
}

function mergeBodies(base: string | null, mine: string, theirs: string): Merged<string> {
  if (mine === theirs || base === theirs) return { value: mine, isClean: true };
  if (base === mine) return { value: theirs, isClean: true };
  if (base === null) return { value: uniteMarkdown(mine, theirs), isClean: false };
  return mergeMarkdown({ base, mine, theirs });
}
