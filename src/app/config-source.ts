// Finds the value of each setting: from the environment first, then from the file. Collects every problem before
// reporting, so that an operator fixes a file once rather than line by line.
import { adviceOnFormerSetting } from "./former-settings.ts";
import type { Setting } from "./setting.ts";
import { UnacceptableValue } from "./setting.ts";

/** The configuration is invalid; `problems` are sentences for the operator. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "ConfigError";
    this.problems = problems;
  }
}

export type SettingTable = Readonly<Record<string, Setting<unknown>>>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of every setting by name. Throws `ConfigError` with all problems found. */
export function resolveSettings(
  table: SettingTable,
  given: ReadonlyMap<string, unknown>,
  environment: Environment,
): Map<string, unknown> {
  const settings = new Map(Object.entries(table));
  const problems: string[] = [];
  for (const [name, value] of given)
    if (!settings.has(name) && !isEmptyGroup(name, value, settings))
      problems.push(unknownSetting(name, [...settings.keys()]));
  const values = new Map<string, unknown>();
  for (const [name, setting] of settings) {
    // An empty variable counts as unset, because templates of service managers and containers often leave variables
    // empty.
    const variable = environment[setting.environment] === "" ? undefined : environment[setting.environment];
    const value = variable ?? given.get(name);
    const shown = variable === undefined ? name : `${setting.environment} (${name})`;
    try {
      values.set(name, variable === undefined && !given.has(name) ? setting.fallback : setting.read(value));
    } catch (error) {
      if (!(error instanceof UnacceptableValue)) throw error;
      problems.push(`${shown} must be ${setting.accepts}, got ${describe(setting, value, error.message)}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values;
}

/** Converts dotted names to nested, frozen objects: `a.b` becomes `{a: {b}}`. */
export function nestByName(values: ReadonlyMap<string, unknown>): unknown {
  const heads = new Set([...values.keys()].map((name) => name.split(".", 1).join()));
  const members = [...heads].map((head) => [
    head,
    values.has(head) ? values.get(head) : nestByName(below(head, values)),
  ]);
  return Object.freeze(Object.fromEntries(members));
}

function below(head: string, values: ReadonlyMap<string, unknown>): Map<string, unknown> {
  const prefix = `${head}.`;
  const inside = [...values].filter(([name]) => name.startsWith(prefix));
  return new Map(inside.map(([name, value]) => [name.slice(prefix.length), value]));
}

function describe(setting: Setting<unknown>, value: unknown, found: string): string {
  if (found !== "") return found;
  if (setting.secret) return "a value that is not shown here";
  if (value === null) return "nothing";
  return JSON.stringify(value).slice(0, 80);
}

/** A group whose members are all commented out. */
function isEmptyGroup(name: string, value: unknown, settings: ReadonlyMap<string, unknown>): boolean {
  return value === null && [...settings.keys()].some((known) => known.startsWith(`${name}.`));
}

/** Most characters of an unknown name that are compared and shown. */
const NAME_LENGTH_MAX = 128;

function unknownSetting(name: string, known: readonly string[]): string {
  const advice = adviceOnFormerSetting(name);
  if (advice !== undefined) return advice;
  const distances = known.map((candidate) => ({ candidate, distance: editDistance(name, candidate) }));
  const nearest = distances.reduce((best, next) => (next.distance < best.distance ? next : best));
  const near = nearest.distance <= Math.max(2, nearest.candidate.length / 3);
  return `unknown setting "${name.slice(0, NAME_LENGTH_MAX)}"${near ? `; did you mean "${nearest.candidate}"?` : ""}`;
}

/**
 * Levenshtein distance: insertions, deletions and replacements that turn `from` into `to`, case-insensitive. Source:
 * Levenshtein 1966.
 */
function editDistance(from: string, to: string): number {
  const source = from.slice(0, NAME_LENGTH_MAX).toLowerCase();
  const target = to.toLowerCase();
  let row = Array.from({ length: target.length + 1 }, (_, column) => column);
  for (let line = 0; line < source.length; line++) {
    const next = [line + 1];
    for (let column = 0; column < target.length; column++) {
      const replaced = (row[column] ?? 0) + (source[line] === target[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
