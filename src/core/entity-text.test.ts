import { describe, expect, test } from "vitest";
import { parseLabel, parseText, parseTitle } from "./entity-text.ts";

describe("titles", () => {
  test.each([
    "Plant North",
    "a",
    "x".repeat(255),
    " padded ",
    "1 < 2 > 0",
    "a{{b",
    "a}}b{{c",
    "Ä 漢字 🏭",
    "__proto__",
    "constructor",
  ])("%s is kept as it is", (title) => {
    expect(parseTitle(title, "title")).toBe(title);
  });

  test.each([
    ["", "title must not be blank"],
    [" \t", "title must not be blank"],
    ["x".repeat(256), "title may have 255 characters, got 256"],
    ["a\0b", "title must not contain U+0000"],
    ["a\ud800b", "title must be well-formed Unicode text"],
    ["<b>", "title must not contain HTML tags"],
    ["x<script src=1>", "title must not contain HTML tags"],
    ["</td>", "title must not contain HTML tags"],
    ["{{name}}", "title must not contain {{...}}"],
    ["a{{}}", "title must not contain {{...}}"],
  ])("%j is refused", (title, message) => {
    expect(() => parseTitle(title, "title")).toThrow(expect.objectContaining({ kind: "invalid", message }));
  });

  test("a missing one is refused, a missing label or text is null", () => {
    expect(() => parseTitle(null, "title")).toThrow("title is required");
    expect([parseLabel(undefined, "label"), parseText(null, "city")]).toEqual([null, null]);
  });

  test("plain text may hold what names may not", () => {
    expect(parseText("<b>{{x}}</b>", "city")).toBe("<b>{{x}}</b>");
    expect(parseText("", "city")).toBe("");
  });

  test("a long run of openings is answered in no time", () => {
    expect(() => parseLabel("<a".repeat(127), "label")).not.toThrow();
  });
});
