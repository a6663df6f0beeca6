// What was compared, by its versions and commit, for the tables of results.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** As "Bridgehead 0.1.0 (1a2b3c4), DuckDB 1.5.5-r.5, Mosquitto 2.0.21"; the plain servers are of the same commit. */
export function comparedVersions(): string {
  const { version, dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly version: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const commit = firstLine("git", ["-C", ROOT, "describe", "--always", "--dirty", "--exclude", "*"]);
  const mosquitto = /version (\S+)/.exec(firstLine("mosquitto", ["-h"]) ?? "")?.[1];
  return [
    `Bridgehead ${version} (${commit ?? "no commit"})`,
    `DuckDB for Node ${dependencies["@duckdb/node-api"] ?? "?"}`,
    `SQLite ${process.versions["sqlite"] ?? "?"}`,
    mosquitto === undefined ? "no Mosquitto" : `Mosquitto ${mosquitto}`,
  ].join(", ");
}

/** Undefined where there is no such program, or it has nothing to say. */
function firstLine(program: string, args: readonly string[]): string | undefined {
  try {
    return lineOf(execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  } catch (error) {
    // Mosquitto tells its version and ends with 3.
    return error instanceof Error && "stdout" in error ? lineOf(String(error.stdout)) : undefined;
  }
}

function lineOf(text: string): string | undefined {
  const [line = ""] = text.trim().split("\n", 1);
  return line === "" ? undefined : line;
}
