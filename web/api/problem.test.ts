// What the platform refuses, in the words of those who read German.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DomainError, wrong } from "../../src/core/errors.ts";
import { millis } from "../../src/lib/clock.ts";
import type * as Fields from "../components/problem-field.ts";
import { answerToDomainError, problemHeader } from "../../src/transport/rest/http-status.ts";
import type * as Problems from "./problem.ts";

let api: typeof Problems;
let fields: typeof Fields;

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["de-DE"] });
  vi.resetModules();
  const { loadWords } = await import("../words/words.ts");
  await loadWords("de");
  [api, fields] = await Promise.all([import("./problem.ts"), import("../components/problem-field.ts")]);
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

function refusalOf(error: DomainError) {
  const { status, body } = answerToDomainError(error, millis(0));
  return api.problemOf(new Response(body, { status, headers: problemHeader(error) }), JSON.parse(body));
}

test("a problem that came as data is said in German alone, at its field without the field's name", () => {
  const taken = refusalOf(wrong("taken", { field: "name", found: "Kessel “1”" }));

  expect(api.messageOf(taken)).toBe("name „Kessel “1”“ ist bereits vergeben.");
  expect(api.detailsOf(taken)).toBeNull();
  expect(fields.problemAt(taken, ["name"])).toBe("Der Wert „Kessel “1”“ ist bereits vergeben.");
  expect(fields.problemAt(taken, ["label"])).toBeNull();
});

test("numbers have the form of the viewer", () => {
  const long = refusalOf(wrong("too-long", { field: "description", max: 1_024, found: 2_000 }));

  expect(fields.problemAt(long, ["description"])).toBe("Der Wert darf höchstens 1.024 Zeichen haben, hat aber 2.000.");
});

test("another problem is said by its kind in German, before the platform's own text", () => {
  const missing = refusalOf(new DomainError("not-found", "device 1 does not exist"));

  expect(api.sentenceOf(missing)).toBe("Nicht gefunden.");
  expect(api.detailsOf(missing)).toBe("Device 1 does not exist.");
  expect(api.messageOf(missing)).toBe("Nicht gefunden. Device 1 does not exist.");
});

test("each place of a document says its own problem", () => {
  const body = {
    ...{ message: "the view is not valid", code: "VIEW_INVALID" },
    errors: [
      { pointer: "/name", code: "NAME_REQUIRED", message: "A name.", problem: { kind: "required", field: "name" } },
      { pointer: "/sort", code: "FIELD_UNKNOWN", message: '"x" is not a field.' },
      {
        pointer: "/top",
        code: "FIELD_UNKNOWN",
        message: "Of a newer platform.",
        problem: { kind: "new", field: "top" },
      },
    ],
  };
  const refusal = api.problemOf(new Response(null, { status: 400 }), body);

  expect(refusal.places.map(api.placeText)).toEqual(["name fehlt.", '"x" is not a field.', "Of a newer platform."]);
  expect(fields.problemAt(refusal, ["name"])).toBe("Der Wert fehlt.");
});
