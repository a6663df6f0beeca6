// What the schema of a view says about its places: their kinds of values, limits and defaults.
import { ViewSchema } from "../../../src/core/analytics/view/view-schema.ts";
import type { ViewDraft } from "./view-draft.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.json;

/** What a schema says about a value. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  /** For an object whose member names are chosen by people. */
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

const SCHEMA: object = ViewSchema;
/** All alternatives of a value. */
export const VIEW_SHAPES: readonly Shape[] = [SCHEMA];

/** In the form of the service's pointers. */
export function pointerTo(pointer: string, step: string | number): string {
  return `${pointer}/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Empty for a member that the schema does not know. */
export function shapesAt(shapes: readonly Shape[], step: string | number): readonly Shape[] {
  return shapes.flatMap(({ items, properties = {}, patternProperties = {} }) => {
    if (typeof step === "number") return alternatives(items);
    return alternatives(Object.hasOwn(properties, step) ? properties[step] : Object.values(patternProperties)[0]);
  });
}

function alternatives(shape: Shape | undefined): readonly Shape[] {
  return shape === undefined ? [] : (shape.anyOf?.flatMap(alternatives) ?? [shape]);
}

export function isDraft(json: unknown): json is ViewDraft {
  return misfitOf(json) === null;
}

/** Why JSON cannot be a draft: its first value of another kind than in the schema; null if it can. */
export function misfitOf(json: unknown): string | null {
  return misfitIn(json, VIEW_SHAPES, "");
}

const NOUNS: ReadonlyMap<string, string> = new Map(Object.entries(texts.kinds));

function misfitIn(json: unknown, shapes: readonly Shape[], pointer: string): string | null {
  const types = shapes.flatMap(({ type = [] }) => type);
  if (types.length > 0 && !types.includes(typeOf(json)) && !(typeof json === "number" && types.includes("integer")))
    return texts.mustBe(pointer || texts.view, NOUNS.get(types[0] ?? "") ?? texts.otherKind);
  if (typeof json !== "object" || json === null || shapes.length === 0) return null;
  const members = Array.isArray(json) ? json.entries() : Object.entries(json);
  for (const [step, member] of members) {
    const problem = misfitIn(member, shapesAt(shapes, step), pointerTo(pointer, step));
    if (problem !== null) return problem;
  }
  return null;
}

function typeOf(json: unknown): string {
  return json === null ? "null" : Array.isArray(json) ? "array" : typeof json;
}
