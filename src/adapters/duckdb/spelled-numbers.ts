// Numbers in texts as the engine reads them, for aggregates of points and for reports: functions, and the names by
// which statements call them. Equivalent to lib/spelled-number.ts. A cast of the engine accepts more texts than these,
// so a pattern is checked first.
import { BLANKS, SPELLED_LENGTH_MAX, SPELLED_PATTERN } from "../../lib/spelled-number.ts";
import { ValueKind } from "../../core/telemetry/telemetry.ts";
import { quoted } from "./literals.ts";

/** A catalog that every engine has, so its functions need not be defined for each statement. */
export const FUNCTION_CATALOG = "memory.main";

/** A text without surrounding blanks. */
export const BLANK_TRIMMED = `${FUNCTION_CATALOG}.blank_trimmed`;
/** The double that a text spells, or null. */
export const SPELLED_NUMBER = `${FUNCTION_CATALOG}.spelled_number`;
/** The digits of a text that spells an integer within 64 bits, without blanks and leading zeros, or null. */
export const SPELLED_INTEGER = `${FUNCTION_CATALOG}.spelled_integer`;

const TEXT = String(ValueKind.STRING);

/** A pattern for a whole text with blanks around it. */
const blanked = (pattern: string): string => quoted(`[${BLANKS}]*${pattern}[${BLANKS}]*`);
const isShort = `length(t) <= ${String(SPELLED_LENGTH_MAX)}`;
/** Casts ignore ASCII blanks, which nearly all are; trimming takes ten times as long as a cast. */
const cast = (type: string): string => `coalesce(TRY_CAST(t AS ${type}), TRY_CAST(${BLANK_TRIMMED}(t) AS ${type}))`;

/** One statement per function; the order matters. */
export const SPELLED_FUNCTIONS: readonly string[] = [
  `CREATE MACRO ${BLANK_TRIMMED}(t) AS trim(t, ${quoted(BLANKS)})`,
  `CREATE MACRO ${SPELLED_NUMBER}(t) AS CASE WHEN ${isShort} AND regexp_full_match(t, ${blanked(SPELLED_PATTERN)})
    THEN nullif(nullif(${cast("DOUBLE")}, 'inf'::DOUBLE), '-inf'::DOUBLE) + 0.0::DOUBLE END`,
  `CREATE MACRO ${SPELLED_INTEGER}(t) AS CASE WHEN ${isShort} AND regexp_full_match(t, ${blanked("-?[0-9]+")})
    THEN ${cast("BIGINT")}::VARCHAR END`,
];

interface ValueColumns {
  readonly kind: string;
  readonly num: string;
  readonly text: string;
}

/**
 * The rows of a relation, with the number of each text set to the number that it spells, or null. Texts are read
 * separately: the engine knows of whole blocks that they hold none, and checking every number would take a tenth more
 * time.
 */
export function withSpelledNumbers(relation: string, { kind, num, text }: ValueColumns): string {
  return `SELECT * FROM (${relation}) WHERE ${kind} IS DISTINCT FROM ${TEXT}
    UNION ALL SELECT * REPLACE (${SPELLED_NUMBER}(${text}) AS ${num}) FROM (${relation}) WHERE ${kind} = ${TEXT}`;
}

/** The same for few values, or for values that are not stored points. */
export function numberInSql({ kind, num, text }: ValueColumns): string {
  return `CASE WHEN ${kind} = ${TEXT} THEN ${SPELLED_NUMBER}(${text}) ELSE ${num} END`;
}
