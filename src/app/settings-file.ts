// Reads a settings file. This is a separate module so that it is only loaded if there is a file; most installations
// have none.
import type { Document } from "yaml";
import { parseDocument } from "yaml";
import { ConfigError } from "./config-source.ts";

/** The scalars of a settings document by dotted name; `a: { b: 1 }` and `a.b: 1` are equivalent. */
export function parseSettingsFile(file: string, content: string): Map<string, unknown> {
  const document = parseDocument(content, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault !== undefined) throw new ConfigError([`${file} is not valid YAML: ${fault.message.trim()}`]);
  const root = toValues(file, document);
  if (root === null || root === undefined) return new Map();
  if (!(root instanceof Map)) throw new ConfigError([`${file} must be a mapping of setting names to values`]);
  return flatten(file, root);
}

function toValues(file: string, document: Document): unknown {
  try {
    return document.toJS({ mapAsMap: true, maxAliasCount: 0 });
  } catch (error) {
    // A few nested aliases can expand to gigabytes, and settings do not need them.
    if (error instanceof ReferenceError) throw new ConfigError([`${file} uses YAML aliases, which are not supported`]);
    throw error;
  }
}

function flatten(file: string, root: ReadonlyMap<unknown, unknown>): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const problems: string[] = [];
  const visit = (prefix: string, mapping: ReadonlyMap<unknown, unknown>): void => {
    for (const [key, value] of mapping) {
      const name = `${prefix}${String(key)}`;
      if (value instanceof Map) visit(`${name}.`, value);
      else if (values.has(name)) problems.push(`${file} gives "${name}" twice`);
      else values.set(name, value);
    }
  };
  visit("", root);
  if (problems.length > 0) throw new ConfigError(problems);
  return values;
}
