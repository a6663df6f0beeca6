// What is sent of a view is what its author decides.
import { expect, test } from "vitest";
import { definitionOf } from "./view-draft.ts";

test("what the server adds is no part of the definition", () => {
  expect(definitionOf({ name: "V", id: "1", revision: 3, owner: {}, links: {} })).toEqual({ name: "V" });
});
