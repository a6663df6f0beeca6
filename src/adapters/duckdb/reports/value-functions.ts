// Functions of the engine that turn values into texts and texts into numbers, by the names that statements call them. They live
// in the catalog `memory`, which every engine has, since defining them for each report would take longer than a small one.
import { ValueKind } from "../../../core/telemetry/telemetry.ts";
import { BLANK_TRIMMED, FUNCTION_CATALOG, SPELLED_FUNCTIONS, SPELLED_NUMBER } from "../spelled-numbers.ts";

/** Of a text; null where it is no number of JSON. */
export const NUMBER_OF_TEXT = `${FUNCTION_CATALOG}.number_of_text`;
const DIGITS_OF = `${FUNCTION_CATALOG}.digits_of`;
/**
 * Turns the digits of the engine, which are the shortest that read back, into the form of ECMAScript: no point without digits,
 * a power only below 1e-6 and from 1e21 on, one zero.
 */
export const SHORTEST_TEXT = `${FUNCTION_CATALOG}.shortest_text`;
/** The text of a value, of its kind, number and text. */
export const CANONICAL = `${FUNCTION_CATALOG}.canonical`;

/** Each is defined by one statement, in this order. */
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
