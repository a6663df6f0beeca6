import { expect, test } from "vitest";
import { safeAddress } from "./markdown-text.tsx";

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
