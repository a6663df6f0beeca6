// A file of `deploy/` with what belongs to the run in the place of its own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const DEPLOY = join(import.meta.dirname, "../../../deploy");

/** Each text to replace has to be there: a file that has changed shows. */
export function deployFile(name: string, replacements: readonly (readonly [from: string, to: string])[] = []): string {
  let text = readFileSync(join(DEPLOY, name), "utf8");
  for (const [from, to] of replacements) {
    assert.ok(text.includes(from), `deploy/${name} has no "${from}"`);
    text = text.replaceAll(from, to);
  }
  return text;
}
