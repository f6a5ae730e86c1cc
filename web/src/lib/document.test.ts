import { expect, test } from "vitest";
import { dataInDocument, documentWithData } from "./document";

const html =
  '<html><head><title>Home</title></head><body><div id="root"><main><div>Home</div></main></div>' +
  '<script type="application/json" id="page-data">{"path":"/home"}</script>' +
  '<script type="module" src="/assets/entry.js"></script></body></html>';

test("a document gives its data back", () => {
  expect(dataInDocument(html)).toBe('{"path":"/home"}');
});

test("a document of someone else has none", () => {
  expect(dataInDocument("<html>Sign in</html>")).toBeNull();
  expect(documentWithData("<html>Sign in</html>", "{}")).toBeNull();
});

test("a document takes another page's data, with an empty root and nothing else changed", () => {
  expect(documentWithData(html, '{"path":"/team"}')).toBe(
    '<html><head><title>Home</title></head><body><div id="root"></div>' +
      '<script type="application/json" id="page-data">{"path":"/team"}</script>' +
      '<script type="module" src="/assets/entry.js"></script></body></html>',
  );
});

test("data cannot end the script that carries it, and comes back the same", () => {
  const json = JSON.stringify({ words: "</script><script>$& $1" });
  const carried = dataInDocument(documentWithData(html, json) ?? "") ?? "";
  expect(carried).not.toContain("<");
  expect(JSON.parse(carried)).toEqual(JSON.parse(json));
});
