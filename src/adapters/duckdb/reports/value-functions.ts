// Functions of the engine that turn values into texts and texts into numbers, and the names by which statements call
// them. They are defined in the catalog `memory`, which every engine has, because defining them for each report would
// take longer than a small report.
import { ValueKind } from "../../../core/telemetry/telemetry.ts";
import { BLANK_TRIMMED, FUNCTION_CATALOG, SPELLED_FUNCTIONS, SPELLED_NUMBER } from "../spelled-numbers.ts";

/** The number that a text holds; null if it is not a JSON number. */
export const NUMBER_OF_TEXT = `${FUNCTION_CATALOG}.number_of_text`;
const DIGITS_OF = `${FUNCTION_CATALOG}.digits_of`;
/**
 * Turns the engine's digits, which are the shortest that read back, into the form of ECMAScript: no point without
 * digits, an exponent only below 1e-6 and from 1e21 on, one zero.
 */
export const SHORTEST_TEXT = `${FUNCTION_CATALOG}.shortest_text`;
/** The canonical text of a value, from its kind, number and text. */
export const CANONICAL = `${FUNCTION_CATALOG}.canonical`;

/** One statement per function; the order matters. */
export const VALUE_FUNCTIONS: readonly string[] = [
  ...SPELLED_FUNCTIONS,
  `CREATE MACRO ${NUMBER_OF_TEXT}(t) AS
    CASE WHEN NOT regexp_matches(${BLANK_TRIMMED}(t), '^-?0[0-9]') THEN ${SPELLED_NUMBER}(t) END`,
  `CREATE MACRO ${DIGITS_OF}(t) AS replace(replace(split_part(t, 'e', 1), '.', ''), '-', '')`,
  `CREATE MACRO ${SHORTEST_TEXT}(x) AS CASE
    WHEN x = 0 THEN '0'
    WHEN x = trunc(x) AND abs(x) < 1e15 THEN x::BIGINT::VARCHAR
    WHEN NOT contains(x::VARCHAR, 'e') THEN regexp_replace(x::VARCHAR, '[.]0$', '')
    WHEN abs(x) >= 1 AND abs(x) < 1e21 THEN (CASE WHEN x < 0 THEN '-' ELSE '' END)
      || rpad(${DIGITS_OF}(x::VARCHAR), split_part(x::VARCHAR, 'e', 2)::INTEGER + 1, '0')
    WHEN abs(x) < 1 AND abs(x) >= 1e-6 THEN (CASE WHEN x < 0 THEN '-0.' ELSE '0.' END)
      || repeat('0', -split_part(x::VARCHAR, 'e', 2)::INTEGER - 1) || ${DIGITS_OF}(x::VARCHAR)
    ELSE regexp_replace(x::VARCHAR, 'e([+-])0*', 'e\\1') END`,
  `CREATE MACRO ${CANONICAL}(k, n, s) AS CASE WHEN k >= ${String(ValueKind.STRING)} THEN s
    WHEN k = ${String(ValueKind.BOOLEAN)} THEN (CASE WHEN n <> 0 THEN 'true' ELSE 'false' END)
    WHEN k = ${String(ValueKind.NUMBER)} THEN ${SHORTEST_TEXT}(n) END`,
];
