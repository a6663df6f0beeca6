// Values in SQL: a kind, a number and a text, as points are stored. Casts, the canonical text, and the conversion to
// cells. Source: analytics contract 2.7, 3.7.
import type { DuckDBValue } from "@duckdb/node-api";
import type { Cell, SampleSource } from "../../../core/analytics/report/report-engine.ts";
import { valueFromColumns, ValueKind } from "../../../core/telemetry/telemetry.ts";
import { CANONICAL, NUMBER_OF_TEXT } from "./value-functions.ts";

/**
 * SQL for a value. `kind` is null if the value is missing; `num` is null unless it is a number, true or false; `text`
 * is null unless it is a text, JSON, or an integer that a double cannot hold.
 */
export interface ValueSql {
  readonly kind: string;
  readonly num: string;
  readonly text: string;
}

/** The value columns of a relation of samples, which also has `device`, `grp` and `ts`. */
export const SAMPLE: ValueSql = { kind: "k", num: "n", text: "s" };

const NUMBER = String(ValueKind.NUMBER);
const BOOLEAN = String(ValueKind.BOOLEAN);
const TEXT = String(ValueKind.STRING);
const JSON_KIND = String(ValueKind.JSON);
const INTEGER = String(ValueKind.INTEGER);

export function canonicalSql({ kind, num, text }: ValueSql): string {
  return `${CANONICAL}(${kind}, ${num}, ${text})`;
}

/** Equivalent to `foldedText` (core/analytics/expressions/text-values.ts): the engine lowers letter by letter. */
export function foldedSql(text: string): string {
  return `replace(lower(${text}), '\u03c2', '\u03c3')`;
}

/** How a stored value is read. */
export type Lens = Pick<SampleSource, "path" | "cast">;

/**
 * Stored points read through a path and a cast: replaces the columns `k`, `n` and `s` of `relation` and keeps the
 * others. A value that the path or the cast removes has a missing kind.
 */
export function castRelation(relation: string, { path, cast }: Lens, bindText: (text: string) => string): string {
  const picked = path === null ? relation : pickPath(relation, path, bindText);
  switch (cast) {
    case "auto":
      return picked;
    case "number":
      return `SELECT * EXCLUDE (k, n, s), CASE WHEN n IS NULL THEN NULL WHEN k IN (${BOOLEAN}, ${TEXT}) THEN ${NUMBER} ELSE k END AS k,
        n, CASE WHEN k = ${INTEGER} THEN s END AS s
        FROM (SELECT * REPLACE (CASE WHEN k = ${TEXT} THEN ${NUMBER_OF_TEXT}(s) ELSE n END AS n) FROM (${picked}))`;
    case "text":
      return `SELECT * EXCLUDE (k, n, s), CASE WHEN k IS NOT NULL THEN ${TEXT} END AS k, NULL::DOUBLE AS n,
        ${CANONICAL}(k, n, s) AS s FROM (${picked})`;
    case "boolean":
      return `SELECT * EXCLUDE (k, n, s), CASE WHEN n IS NOT NULL THEN ${BOOLEAN} END AS k, n, NULL::VARCHAR AS s
        FROM (SELECT * REPLACE (CASE WHEN n IS NOT NULL THEN (n <> 0)::DOUBLE
          WHEN k = ${TEXT} AND lower(s) = 'true' THEN 1 WHEN k = ${TEXT} AND lower(s) = 'false' THEN 0 END AS n) FROM (${picked}))`;
  }
}

/** Replaces JSON by the member at the path. Values that are not JSON, and null members, become missing. */
function pickPath(relation: string, path: readonly string[], bindText: (text: string) => string): string {
  const isInteger = `t IN ('BIGINT', 'UBIGINT')`;
  const digits = `j::VARCHAR`;
  const isLarge = `${isInteger} AND abs(${digits}::DOUBLE) > ${String(Number.MAX_SAFE_INTEGER)}`;
  return `SELECT * EXCLUDE (k, n, s, j, t),
    CASE WHEN ${isLarge} AND TRY_CAST(${digits} AS BIGINT) IS NOT NULL THEN ${INTEGER}
      WHEN ${isInteger} OR t = 'DOUBLE' THEN ${NUMBER} WHEN t = 'BOOLEAN' THEN ${BOOLEAN}
      WHEN t = 'VARCHAR' THEN ${TEXT} WHEN t IN ('OBJECT', 'ARRAY') THEN ${JSON_KIND} END AS k,
    CASE WHEN ${isInteger} OR t = 'DOUBLE' THEN ${digits}::DOUBLE WHEN t = 'BOOLEAN' THEN (${digits} = 'true')::DOUBLE END AS n,
    CASE WHEN t = 'VARCHAR' THEN json_extract_string(j, '$') WHEN t IN ('OBJECT', 'ARRAY') OR (${isLarge}) THEN ${digits} END AS s
    FROM (SELECT *, json_type(j) AS t FROM (SELECT *, CASE WHEN k = ${JSON_KIND}${entersObjectsOnly(path, bindText)}
      THEN json_extract(s, ${bindText(jsonPointer(path))}) END AS j FROM (${relation})))`;
}

/** A JSON pointer would take digits for an index into an array, which paths do not enter. */
function entersObjectsOnly(path: readonly string[], bindText: (text: string) => string): string {
  return path
    .flatMap((name, index) =>
      /^[0-9-]/.test(name) ? [` AND json_type(s, ${bindText(jsonPointer(path.slice(0, index)))}) = 'OBJECT'`] : [],
    )
    .join("");
}

/**
 * Any text may be a member name in JSON, so names are escaped as in a JSON pointer; an empty path is the whole value.
 */
function jsonPointer(path: readonly string[]): string {
  if (path.length === 0) return "$";
  return path.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** A cell from the three columns of a value. */
export function cellOf(
  kind: DuckDBValue | undefined,
  num: DuckDBValue | undefined,
  text: DuckDBValue | undefined,
): Cell {
  if (kind === null || kind === undefined) return null;
  const which = Number(kind);
  if (which === ValueKind.NUMBER) {
    const number = typeof num === "number" ? num : NaN;
    return Number.isFinite(number) ? number + 0 : null;
  }
  return valueFromColumns(which, Number(num), typeof text === "string" ? text : null);
}
