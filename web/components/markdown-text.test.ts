// What of Markdown becomes a link, and how deep its headings are.
import { lexer } from "marked";
import { expect, test } from "vitest";
import { headingLevels, safeAddress } from "./markdown-text.tsx";

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

test("headings leave out no level, whatever they say", () => {
  expect([...headingLevels(lexer("## a\n\n# b\n\n#### c\n\ntext"), 3).values()]).toEqual([3, 3, 4]);
});
