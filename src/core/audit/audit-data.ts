// The free JSON of an audit record, made fit to be kept: without secrets, and no longer than a bound. The log has more
// readers than a secret has. Source: REST contract 12.
import { JSON_DEPTH_MAX, parseJson, writeJson } from "../../lib/json.ts";
import type { AuditData } from "../audit-trail.ts";

const MASK = "***";

/** Names of members whose values are secrets, or hold some. */
const SECRET_NAME =
  /passw|pwd|passphrase|secret|token|credential|api[-_]?key|private[-_]?key|access[-_]?key|signing[-_]?key|devicekey|authorization|bearer|jwt|claimingdata/i;

/** JSON text of an object, of about `charsMax` characters at most; what is longer is cut, and says so in its member `cut`. */
export function auditText(data: AuditData, charsMax: number): string {
  const text = writeJson(masked(data, 0));
  if (text.length <= charsMax) return text;
  return writeJson({
    cut: { characters: text.length, kept: charsMax },
    beginning: text.slice(0, charsMax).toWellFormed(),
  });
}

/**
 * The JSON that a caller sent. A text that would not be kept whole is not read either: it may be long, and a beginning of
 * it could end inside a secret. Text that is no JSON, which is why its call failed, is counted only.
 */
export function sentJson(text: string, charsMax: number): unknown {
  if (text.length > charsMax) return { cut: { characters: text.length, kept: 0 } };
  const json = parsed(text);
  return json === undefined ? { notJson: { characters: text.length } } : json.value;
}

function masked(value: unknown, depth: number): unknown {
  if (typeof value === "string") return maskedText(value, depth);
  if (typeof value !== "object" || value === null) return value;
  if (depth > JSON_DEPTH_MAX) return MASK;
  if (Array.isArray(value)) return value.map((item: unknown) => masked(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      SECRET_NAME.test(name) && member !== null && member !== undefined ? MASK : masked(member, depth + 1),
    ]),
  );
}

/** Some members are JSON inside a text, as the parameters of a call may be: the same goes for what is in there. */
function maskedText(text: string, depth: number): string {
  if (!/^\s*[{[]/.test(text) || !SECRET_NAME.test(text)) return text;
  const inside = parsed(text);
  return inside === undefined ? text : writeJson(masked(inside.value, depth + 1));
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseJson(text) };
  } catch {
    // Not JSON: the caller of this function says what that means.
    return undefined;
  }
}
