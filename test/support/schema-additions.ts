// What a migration changes for programs that do not know it: those of the version before, whose nodes go on beside the new ones.
import type { ResultRow, StoreConnection } from "../../src/adapters/sql/store-connection.ts";

export interface Schema {
  /** By table and name. */
  readonly columns: ReadonlyMap<string, ResultRow>;
  /** What rows have to obey, as text: keys, checks and references. */
  readonly rules: ReadonlyMap<string, ResultRow>;
}

const COLUMNS = `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    a.attnotnull AS required, a.attidentity AS identity, pg_get_expr(d.adbin, d.adrelid) AS default
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relkind = 'r' AND c.relnamespace = 'bridgehead'::regnamespace AND c.relname <> 'migration'
    AND a.attnum > 0 AND NOT a.attisdropped`;

const RULES = `SELECT c.relname AS table, pg_get_constraintdef(r.oid) AS name
  FROM pg_constraint r JOIN pg_class c ON c.oid = r.conrelid WHERE c.relnamespace = 'bridgehead'::regnamespace
  UNION SELECT c.relname, regexp_replace(pg_get_indexdef(x.indexrelid), ' INDEX \\S+ ', ' INDEX ')
  FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid WHERE x.indisunique AND c.relnamespace = 'bridgehead'::regnamespace`;

export function schemaOf(connection: StoreConnection): Schema {
  const named = (sql: string): ReadonlyMap<string, ResultRow> =>
    new Map(connection.all(sql).map((row) => [`${String(row["table"])}.${String(row["name"])}`, row]));
  return { columns: named(COLUMNS), rules: named(RULES) };
}

/** A sentence for each change that a program may not bear that knows only the schema before. */
export function breaksOf(before: Schema, after: Schema): readonly string[] {
  const tables = new Set([...before.columns.values()].map(({ table }) => table));
  const wrong: string[] = [];
  for (const [name, column] of before.columns) {
    const now = after.columns.get(name);
    if (now === undefined) wrong.push(`column ${name} is gone`);
    else
      for (const member of ["type", "required", "identity", "default"])
        if (now[member] !== column[member]) wrong.push(`column ${name} has another ${member}`);
  }
  for (const [name, { table, required, identity, default: value }] of after.columns)
    if (!before.columns.has(name) && tables.has(table) && required === 1 && value === null && identity === "")
      wrong.push(`column ${name} is needed, and rows that do not name it have none`);
  for (const name of before.rules.keys()) if (!after.rules.has(name)) wrong.push(`${name} holds no more`);
  for (const [name, { table }] of after.rules)
    if (!before.rules.has(name) && tables.has(table)) wrong.push(`${name} is new`);
  return wrong;
}
