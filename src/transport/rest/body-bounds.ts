// Bounds on the content of a large JSON body. A small body needs no check, because it cannot contain much.
import { DomainError } from "../../core/errors.ts";
import { crossedBound, type JsonBounds } from "../../lib/json-bounds.ts";

/** Bytes, or characters, up to which a body or an answer is small. */
export const SMALL_BODY = 65_536;

/**
 * Bounds of an entity. Dashboards of other platforms have tens of thousands of values with some thousand names; a value
 * with a name of its own takes as long as ten others.
 */
export const ENTITY_BOUNDS: JsonBounds = { namesMax: 5_000, valuesMax: 50_000 };

/** Throws `too-large` for the first bound that the text of a large body exceeds. */
export function requireBounds(text: string, bounds: JsonBounds): void {
  if (text.length <= SMALL_BODY) return;
  const crossed = crossedBound(text, bounds);
  if (crossed === undefined) return;
  const what = { namesMax: "different names", valuesMax: "values, objects and arrays" }[crossed];
  throw new DomainError(
    "too-large",
    `the body may have ${String(bounds[crossed])} ${what}, it has more; send it in several`,
  );
}
