// The engines that the stores of entities run on: each of their suites runs with every one.
import { scratchPostgres } from "./scratch-postgres.ts";
import { scratchSqlite } from "./scratch-sqlite.ts";
import type { OpenScratch } from "./scratch-stores.ts";

export const ENTITY_ENGINES: readonly (readonly [name: string, open: OpenScratch])[] = [
  ["SQLite", scratchSqlite],
  ["PostgreSQL", scratchPostgres],
];
