// Which dimensions and series of devices a report needs, each asked for once, and where each stands in the answer.
// Source: analytics contract 2.5, 3.4.
import type { Expression, Name } from "../expressions/expression.ts";
import { namesIn, nameKey } from "../expressions/name-key.ts";
import { ATTRIBUTE_SCOPES, ENTITY_FIELDS } from "../expressions/scopes.ts";
import type { DataSource, Of } from "../view/table-view.ts";
import type { DimensionSource } from "./device-dimensions-store.ts";

export class DimensionPlan {
  readonly dimensions: DimensionSource[] = [];
  readonly keys: { readonly key: string; readonly of: Of }[] = [];
  readonly #dimensionIndexes = new Map<string, number>();
  readonly #keyIndexes = new Map<string, number>();

  /** The column that will hold the dimension. */
  dimension(source: DimensionSource): number {
    return place(this.#dimensionIndexes, dimensionKey(source), () => this.dimensions.push(source));
  }

  /** The entry of `series` that will hold the series of a key. */
  key(key: string, of: Of): number {
    return place(this.#keyIndexes, JSON.stringify([key, of]), () => this.keys.push({ key, of }));
  }

  /** Dimensions that a formula over samples or devices names. */
  names(expression: Expression | null): void {
    if (expression === null) return;
    for (const name of namesIn(expression).values()) {
      const source = dimensionOfName(name);
      if (source !== undefined) this.dimension(source);
    }
  }
}

/** The dimension that a name of a formula stands for. */
export function dimensionOfName(name: Name): DimensionSource | undefined {
  if (name.kind === "entity") {
    const field = [...ENTITY_FIELDS.keys()].find((known) => known === name.field);
    return field === undefined ? undefined : { type: "entity", field, of: "self" };
  }
  if (name.kind !== "attribute") return undefined;
  const scope = ATTRIBUTE_SCOPES.find((known) => known === name.scope);
  return scope === undefined ? undefined : { type: "attribute", scope, key: name.key, of: "self", path: null };
}

/** Names of formulas with the dimensions they stand for, by the key of each name. */
export function namedDimensions(expressions: readonly (Expression | null)[]): ReadonlyMap<string, DimensionSource> {
  const found = new Map<string, DimensionSource>();
  for (const expression of expressions)
    if (expression !== null)
      for (const name of namesIn(expression).values()) {
        const source = dimensionOfName(name);
        if (source !== undefined) found.set(nameKey(name), source);
      }
  return found;
}

export function isDimension(source: DataSource): source is Exclude<DataSource, { readonly type: "telemetry" }> {
  return source.type !== "telemetry";
}

function place(indexes: Map<string, number>, key: string, push: () => number): number {
  const known = indexes.get(key);
  if (known !== undefined) return known;
  const index = push() - 1;
  indexes.set(key, index);
  return index;
}

function dimensionKey(source: DimensionSource): string {
  switch (source.type) {
    case "entity":
      return JSON.stringify(["entity", source.field, source.of]);
    case "attribute":
      return JSON.stringify(["attribute", source.scope, source.key, source.of, source.path]);
    case "latest":
      return JSON.stringify(["latest", source.source.key, source.source.path, source.source.cast, source.source.of]);
  }
}
