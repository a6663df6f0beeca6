// Words what the platform tells as data, by its kind, from the catalogue.

/** Words by kind, each of the values of that kind. */
type Table = Readonly<Record<string, (values: never) => string>>;

/** Null for a kind without words here: one that only a newer platform has. */
export function worded(table: Table, kind: string, values: Readonly<Record<string, unknown>>): string | null {
  const word = Object.hasOwn(table, kind) ? table[kind] : undefined;
  // The platform tells each kind with its own values.
  return word === undefined ? null : (word as (values: Readonly<Record<string, unknown>>) => string)(values);
}
