// Which facts and series of devices a report needs, each asked for once, and where each stands in the answer.
// Source: analytics contract 2.5, 3.4.
import type { Expression, Name } from "../expressions/expression.ts";
import { namesIn, nameKey } from "../expressions/name-key.ts";
import { ATTRIBUTE_SCOPES, ENTITY_FIELDS } from "../expressions/scopes.ts";
import type { DataSource, Of } from "../view/table-view.ts";
import type { FactSource } from "./device-facts-store.ts";

export class FactPlan {
  readonly facts: FactSource[] = [];
  readonly keys: { readonly key: string; readonly of: Of }[] = [];
  readonly #factIndexes = new Map<string, number>();
  readonly #keyIndexes = new Map<string, number>();

  /** The column that will hold the fact. */
  fact(source: FactSource): number {
    return place(this.#factIndexes, factKey(source), () => this.facts.push(source));
  }

  /** The entry of `series` that will hold the series of a key. */
  key(key: string, of: Of): number {
    return place(this.#keyIndexes, JSON.stringify([key, of]), () => this.keys.push({ key, of }));
  }

  /** Facts that a formula over samples or devices names. */
  names(expression: Expression | null): void {
    if (expression === null) return;
    for (const name of namesIn(expression).values()) {
      const source = factOfName(name);
      if (source !== undefined) this.fact(source);
    }
  }
}

/** The fact that a name of a formula stands for. */
export function factOfName(name: Name): FactSource | undefined {
  if (name.kind === "entity") {
    const field = [...ENTITY_FIELDS.keys()].find((known) => known === name.field);
    return field === undefined ? undefined : { type: "entity", field, of: "self" };
  }
  if (name.kind !== "attribute") return undefined;
  const scope = ATTRIBUTE_SCOPES.find((known) => known === name.scope);
  return scope === undefined ? undefined : { type: "attribute", scope, key: name.key, of: "self", path: null };
}

/** Names of formulas with the facts they stand for, by the key of each name. */
export function namedFacts(expressions: readonly (Expression | null)[]): ReadonlyMap<string, FactSource> {
  const found = new Map<string, FactSource>();
  for (const expression of expressions)
    if (expression !== null)
      for (const name of namesIn(expression).values()) {
        const source = factOfName(name);
        if (source !== undefined) found.set(nameKey(name), source);
      }
  return found;
}

export function isFact(source: DataSource): source is Exclude<DataSource, { readonly type: "telemetry" }> {
  return source.type !== "telemetry";
}

function place(indexes: Map<string, number>, key: string, push: () => number): number {
  const known = indexes.get(key);
  if (known !== undefined) return known;
  const index = push() - 1;
  indexes.set(key, index);
  return index;
}

function factKey(source: FactSource): string {
  switch (source.type) {
    case "entity":
      return JSON.stringify(["entity", source.field, source.of]);
    case "attribute":
      return JSON.stringify(["attribute", source.scope, source.key, source.of, source.path]);
    case "latest":
      return JSON.stringify(["latest", source.source.key, source.source.path, source.source.cast, source.source.of]);
  }
}
