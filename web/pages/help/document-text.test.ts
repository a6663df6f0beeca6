// Documents as pages of Help.
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { bodyOfDocument, linkOfDocument } from "./document-text.ts";
import { DOCUMENTS } from "./documents.ts";

const FOLDER = new URL("../../../docs/", import.meta.url);

test("Help has every document of the folder", () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));
  expect([...DOCUMENTS.keys()].sort()).toEqual(files.map((name) => name.replace(/\.md$/, "")).sort());
});

test.each([
  ["rest-api.md", { path: "/help/rest-api", hash: "" }],
  ["rest-api.md#commands", { path: "/help/rest-api", hash: "commands" }],
  ["#backup", { path: "/help/operations", hash: "backup" }],
  ["https://example.com/a#b", "https://example.com/a#b"],
])("a link to %s leads there", (href, target) => {
  expect(linkOfDocument("operations", href)).toEqual(target);
});

test.each([
  "../deploy/nginx.conf",
  "../README.md",
  "decisions/0001-ack-after-store.md",
  "contracts/rest.md",
  "contracts",
  "unknown.md",
  "__proto__.md",
  "javascript:alert(1)",
])("a link to %s, which Help does not have, is text", (href) => {
  expect(linkOfDocument("operations", href)).toBeNull();
});

test("the title and the contents are left to the page", () => {
  expect(bodyOfDocument("# A title\n\nAbout it.\n\nOn this page: [one](#one),\n[two](#two).\n\n## One\n")).toBe(
    "About it.\n\n## One\n",
  );
});

test("a link has the title of its document in place of its file, and a number of a decision says what it is", () => {
  const text = "See [settings.md](settings.md#mqtt) and [why.md](why.md) ([0036](decisions/0036-reports-pause.md)).";
  expect(bodyOfDocument(text)).toBe("See [Settings](settings.md#mqtt) and [why.md](why.md) (decision 0036).");
});
