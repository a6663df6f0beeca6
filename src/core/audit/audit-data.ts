// The free JSON of an audit record, prepared for storage: without secrets and of bounded length, because the log has
// more readers than a secret may have. Source: REST contract 12.
import { JSON_DEPTH_MAX, parseJson, writeJson } from "../../lib/json.ts";
import type { AuditData } from "../audit-trail.ts";
import { MASK, SECRET_NAME } from "../hidden-secrets.ts";

/**
 * JSON text of an object, of at most about `charsMax` characters; longer data is truncated and marked by its member
 * `cut`.
 */
export function auditText(data: AuditData, charsMax: number): string {
  const text = writeJson(masked(data, 0));
  if (text.length <= charsMax) return text;
  return writeJson({
    cut: { characters: text.length, kept: charsMax },
    beginning: text.slice(0, charsMax).toWellFormed(),
  });
}

/**
 * The JSON sent by a caller. A text too long to be stored whole is not parsed: that may be slow, and a truncated
 * beginning could end inside a secret. For text that is not JSON, which is why its call failed, only the length is
 * recorded.
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

/** Some members are JSON inside a text, such as the parameters of a call; their members are masked too. */
function maskedText(text: string, depth: number): string {
  if (!/^\s*[{[]/.test(text) || !SECRET_NAME.test(text)) return text;
  const inside = parsed(text);
  return inside === undefined ? text : writeJson(masked(inside.value, depth + 1));
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseJson(text) };
  } catch {
    // Not JSON; the caller decides what that means.
    return undefined;
  }
}
