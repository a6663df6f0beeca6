// The schema with which PostgreSQL begins: what the migrations of SQLite up to this number make there. Keys and indexes
// have the same columns, except that an index of PostgreSQL cannot hold long texts beside its key. Triggers have the same
// effects, but for all rows of a statement at once. `postgres-schema.test.ts` compares the two.
import type { Migration } from "../../sql/migrations/migration.ts";
import { FUNCTIONS } from "../functions.ts";
import { TABLES } from "./baseline-tables.ts";
import { TRIGGERS } from "./baseline-triggers.ts";

export const baseline: Migration = {
  number: 200,
  name: "baseline",
  up(connection) {
    connection.exec(FUNCTIONS);
    // Texts are compared by their bytes.
    connection.exec(TABLES.replaceAll(/\bTEXT\b/g, 'text COLLATE "C"'));
    connection.exec(TRIGGERS);
  },
};
