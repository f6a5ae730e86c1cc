import { expect, test } from "vitest";
import { extractPageData, replacePageData } from "./embedded-page-data";

const html =
  '<html><head><title>Home</title></head><body><div id="root"><main><div>Home</div></main></div>' +
  '<script type="application/json" id="page-data">{"path":"/home"}</script>' +
  '<script type="module" src="/assets/entry.js"></script></body></html>';

test("page data is extracted from a document", () => {
  expect(extractPageData(html)).toBe('{"path":"/home"}');
});

test("a foreign document has no page data", () => {
  expect(extractPageData("<html>Sign in</html>")).toBeNull();
  expect(replacePageData("<html>Sign in</html>", "{}")).toBeNull();
});

test("replacing page data empties the root and changes nothing else", () => {
  expect(replacePageData(html, '{"path":"/team"}')).toBe(
    '<html><head><title>Home</title></head><body><div id="root"></div>' +
      '<script type="application/json" id="page-data">{"path":"/team"}</script>' +
      '<script type="module" src="/assets/entry.js"></script></body></html>',
  );
});

test("data cannot close its script element, and is read back unchanged", () => {
  const json = JSON.stringify({ text: "</script><script>$& $1" });
  const embedded = extractPageData(replacePageData(html, json) ?? "") ?? "";
  expect(embedded).not.toContain("<");
  expect(JSON.parse(embedded)).toEqual(JSON.parse(json));
});
