// Where the programs of a cluster are.
import { join } from "node:path";
import { ENGINES_FOLDER, fetchEngines } from "../../scripts/engines.mjs";
import { findProgram } from "../../scripts/system-packages.mjs";

/** A program of PostgreSQL. */
export function postgresProgram(name: string): string {
  const found = findProgram(name);
  if (found === undefined)
    throw new Error(`${name} is missing; as root, npm run cluster installs it (Debian: postgresql)`);
  return found;
}

/** A program that `scripts/engines.txt` brings; fetches it if that has not been done. */
export function fetchedProgram(name: "nats-server" | "weed"): string {
  return join(enginesFolder(), name);
}

/** DuckDB's extensions, as `ducklake.duckdb_extension`. */
export function extensionsFolder(): string {
  return enginesFolder();
}

function enginesFolder(): string {
  const complaint = fetchEngines();
  if (complaint !== undefined) throw new Error(complaint);
  return ENGINES_FOLDER;
}
