import { expect, test } from "vitest";
import { FREE_JSON_LENGTH_MAX, parseFreeJson } from "./entity-text.ts";

test("free JSON is what it was, up to its length as text", () => {
  const longest = { a: "x".repeat(FREE_JSON_LENGTH_MAX - '{"a":""}'.length) };
  expect(parseFreeJson(longest, "additionalInfo")).toBe(longest);
  expect(parseFreeJson(null, "additionalInfo")).toBeNull();
  expect(() => parseFreeJson({ a: `${longest.a}x` }, "additionalInfo")).toThrow(
    "additionalInfo may have 65536 characters as JSON, got 65537",
  );
  expect(() => parseFreeJson({ a: 12 }, "profileData", 7)).toThrow("profileData may have 7 characters as JSON, got 8");
});
