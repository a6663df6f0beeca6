// What PostgreSQL gets: the baseline, and what came after it, which both engines have in one list.
import type { Migration } from "../../sql/migrations/migration.ts";
import { migrations as ofBoth } from "../../sql/migrations/index.ts";
import { baseline } from "./baseline.ts";

export const migrations: readonly Migration[] = [baseline, ...ofBoth.filter(({ number }) => number > baseline.number)];
