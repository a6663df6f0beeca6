// Changes are taken back one by one; those of one place that follow each other are one.
import { expect, test } from "vitest";
import { stepped } from "./use-history.ts";

const START = { present: "", before: [], after: [], place: null };
const put = (text: string) => () => text;

test("letters typed at one place are taken back together, and done again", () => {
  let past = stepped<string>(START, { kind: "change", change: put("a"), place: "/name" });
  past = stepped(past, { kind: "change", change: put("ab"), place: "/name" });
  past = stepped(past, { kind: "change", change: put("ab!"), place: null });
  past = stepped(past, { kind: "undo" });
  expect(past.present).toBe("ab");
  past = stepped(past, { kind: "undo" });
  expect(past.present).toBe("");
  expect(stepped(past, { kind: "undo" })).toBe(past);
  past = stepped(stepped(past, { kind: "redo" }), { kind: "redo" });
  expect(past.present).toBe("ab!");
});
