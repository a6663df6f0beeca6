// What of Markdown becomes a link, and how deep its headings are.
import { lexer } from "marked";
import { expect, test } from "vitest";
import { headingsOf, safeAddress } from "./markdown-text.tsx";

test.each(["https://example.com/a", "http://example.com", "mailto:a@example.com", "tel:+491", "/devices", "#part"])(
  "a link may lead to %s",
  (href) => {
    expect(safeAddress(href)).toBe(href);
  },
);

test.each([
  "javascript:alert(1)",
  " JavaScript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "http://[",
])("a link may not lead to %s", (href) => {
  expect(safeAddress(href)).toBeNull();
});

function levelsOf(text: string, first: number): readonly number[] {
  return [...headingsOf(lexer(text), first).values()].map(({ level }) => level);
}

test("headings leave out no level, whatever they say", () => {
  expect(levelsOf("## a\n\n# b\n\n#### c\n\ntext", 3)).toEqual([3, 3, 4]);
});

test("headings that are alike in the text have one level, also in a text without the highest heading", () => {
  expect(levelsOf("## a\n\n### b\n\n## c\n\n### d", 2)).toEqual([2, 3, 2, 3]);
});

test("every heading has an anchor of its own", () => {
  const headings = headingsOf(lexer("## Calls\n\n## The `errors` topic\n\n## Calls"), 2);
  expect([...headings.values()].map(({ anchor }) => anchor)).toEqual(["calls", "the-errors-topic", "calls-1"]);
});
