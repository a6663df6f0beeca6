// A place of a draft shows what is there and what is wrong there, and changes nothing else.
import { expect, test } from "vitest";
import { moved, placeOf, type Place } from "./place.ts";
import type { ViewDraft } from "./view-draft.ts";
import { pointerTo, VIEW_SHAPES } from "./view-shape.ts";

const VIEW: ViewDraft = {
  name: "V",
  fields: [{ id: "a" }, { id: "b", source: { type: "telemetry", key: "k" }, where: null }],
};

function editing(start: ViewDraft) {
  let present = start;
  const at = (): Place<ViewDraft> =>
    placeOf<ViewDraft>({
      pointer: "",
      value: present,
      shapes: VIEW_SHAPES,
      problems: [
        { pointer: "/fields/1/source/key", code: "X", message: "No such key." },
        { pointer: "/fields/10", code: "X", message: "Another column." },
      ],
      change: (update) => {
        present = update(present) ?? {};
      },
    });
  return { at, json: () => JSON.stringify(present) };
}

test("a value is read where it is, and what is not there, or null, is undefined", () => {
  const { at } = editing(VIEW);

  expect(at().at("fields").at(1).at("source").at("key").value).toBe("k");
  expect(at().at("fields").at(1).at("where").value).toBeUndefined();
  expect(at().at("fields").at(7).at("source").at("key").value).toBeUndefined();
});

test("what is wrong with a value is wrong with all that it is in, and with nothing else", () => {
  const fields = editing(VIEW).at().at("fields");

  expect(fields.at(1).at("source").at("key").error).toBe("No such key.");
  expect(fields.at(1).error).toBe("No such key.");
  expect(fields.at(1).at("label").error).toBeUndefined();
  expect(fields.problems).toHaveLength(2);
});

test("a change leaves all other members as they are and in their order", () => {
  const { at, json } = editing(VIEW);
  at().at("fields").at(1).at("source").at("key").set("other");

  expect(json()).toBe(JSON.stringify(VIEW).replace('"k"', '"other"'));
});

test("undefined takes a member away, and objects on the way are made", () => {
  const { at, json } = editing({ name: "V", folder: "F" });
  at().at("folder").set(undefined);
  at().at("limit").at("top").at("n").set(10);

  expect(json()).toBe('{"name":"V","limit":{"top":{"n":10}}}');
});

test("a member may be called as nothing else", () => {
  const inputs = editing({ fields: [{ source: { inputs: {} } }] });
  const at = () => inputs.at().at("fields").at(0).at("source").at("inputs");
  expect(at().at("constructor").value).toBeUndefined();
  at().at("__proto__").set({ key: "k" });

  expect(at().at("__proto__").value).toEqual({ key: "k" });
  expect(inputs.json()).toContain('{"__proto__":{"key":"k"}}');
});

test("bounds and defaults are those of the schema, of any alternative that has the member", () => {
  const view = editing(VIEW).at();

  expect(view.at("limit").at("rows").shape).toMatchObject({ minimum: 1, maximum: 100_000, default: 10_000 });
  expect(view.at("fields").at(0).at("source").at("amount").shape).toMatchObject({ maximum: 366 });
  expect(view.at("fields").at(0).at("aggregation").at("state").shape.maxLength).toBe(2_000);
});

test("a pointer is that of the service", () => {
  expect(pointerTo("/fields/2/inputs", "a/b~c")).toBe("/fields/2/inputs/a~1b~0c");
});

test("an entry is moved up and down", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
});
