// Texts of stores are written as SQLite reads them. This is what PostgreSQL spells in another way: placeholders, and two
// words about the plan of a query, which it makes for itself. Everything else that it lacks is a function of the schema.
import type { Dialect } from "../sql/store-connection.ts";

export interface PostgresText {
  readonly text: string;
  /** The names of the parameters in the order of their numbers; undefined if they have numbers only. */
  readonly names: readonly string[] | undefined;
}

/** A part of a text that is copied, or one that is rewritten. */
const PARTS = /'(?:[^']|'')*'|--[^\n]*|::|\?(\d*)|:([a-z]\w*)|\bINDEXED BY \w+|\bCROSS JOIN(?=\s+\w+\s+\w+\s+ON\b)/gi;

export function toPostgres(sql: string): PostgresText {
  const names: string[] = [];
  let last = 0;
  const text = sql.replace(PARTS, (part: string, number: string | undefined, name: string | undefined) => {
    if (part.startsWith("?")) {
      const index = number === undefined || number === "" ? last + 1 : Number(number);
      last = Math.max(last, index);
      return `$${String(index)}`;
    }
    if (name !== undefined) {
      if (!names.includes(name)) names.push(name);
      return `$${String(names.indexOf(name) + 1)}`;
    }
    if (/^INDEXED/i.test(part)) return "";
    return /^CROSS/i.test(part) ? "JOIN" : part;
  });
  return { text, names: names.length === 0 ? undefined : names };
}

/** A lock of a table is taken before the transaction has its snapshot, so that it sees what those have written for which it waited. */
function beginWith(lock: "ROW SHARE" | "EXCLUSIVE"): string {
  return `BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE migration IN ${lock} MODE`;
}

export const POSTGRES: Dialect = {
  engine: "postgres",
  begin: beginWith("ROW SHARE"),
  beginAlone: beginWith("EXCLUSIVE"),
  beginRead: "BEGIN ISOLATION LEVEL REPEATABLE READ",
  text: 'text COLLATE "C"',
  anyValue: "jsonb",
  // Only a transaction that has written to the log waits for it.
  touch: "SELECT pg_logical_emit_message(true, 'bridgehead', '')",
  about: `SELECT 'PostgreSQL' AS name, current_setting('server_version') AS version,
    'synchronous_commit = ' || current_setting('synchronous_commit') AS sync,
    CASE WHEN current_setting('fsync') = 'off' THEN 'fsync is off on the database server'
      WHEN current_setting('synchronous_commit') = 'off' THEN 'synchronous_commit is off on the database server' END AS lacks`,
  inOrderOf: (column) => ` ORDER BY ${column}`,
  ofGreatest: (column, by) => `(array_agg(${column} ORDER BY ${by} DESC))[1]`,
  shortened: (column, chars) => `shortened(${column}, ${String(chars)})`,
  lastNumber: (table) => `coalesce(pg_sequence_last_value(pg_get_serial_sequence('${table}', 'number')::regclass), 0)`,
  skipNumbers: (table) => [`SELECT setval(pg_get_serial_sequence('${table}', 'number'), CAST(? AS bigint))`],
};
