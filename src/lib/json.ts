// Strict JSON that keeps what a number said: integers outside the safe range of a double come out as bigint.
// Plain JSON.parse does the work; its reviver, which is slow, runs only for texts with a long run of digits.
import { isUtf8 } from "node:buffer";

const LONG_INTEGER = /[0-9]{16}/;
const INTEGER_LITERAL = /^-?[0-9]+$/;

export const JSON_DEPTH_MAX = 64;

export class JsonError extends Error {}

/** Decodes UTF-8 or throws; a byte order mark stays in the text, where JSON does not allow it. */
export function decodeUtf8(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  // A replacement character is what invalid bytes decode to. In a one-byte string the search ends at once.
  if (text.includes("\ufffd") && !isUtf8(bytes)) throw new JsonError("the payload is not valid UTF-8");
  return text;
}

/** Whether a text can hold an integer that a double would round. */
export function hasLongInteger(text: string): boolean {
  return LONG_INTEGER.test(text);
}

export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = hasLongInteger(text) ? parseExactly(text) : (JSON.parse(text) as unknown);
  } catch (error) {
    throw new JsonError(`the payload is not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (typeof value === "object" && value !== null) requireDepth(value, JSON_DEPTH_MAX);
  return value;
}

/** Like `JSON.parse`, with integers beyond ±(2^53-1) as bigint. Does not check the depth. */
export function parseExactly(text: string): unknown {
  const keepDigits: SourceReviver = (_key, value, context) =>
    typeof value === "number" && !Number.isSafeInteger(value) && INTEGER_LITERAL.test(context.source)
      ? BigInt(context.source)
      : value;
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown) as unknown;
}

/** Writes what `parseJson` reads; bigints come out with every digit. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "bigint" ? rawJson(member.toString()) : member,
  );
}

/** Walks level by level, so that hostile nesting cannot exhaust the stack. */
export function requireDepth(value: object, depthMax: number): void {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > depthMax) throw new JsonError(`the payload is nested deeper than ${String(depthMax)} levels`);
    const next: object[] = [];
    for (const parent of level)
      for (const child of Object.values(parent) as unknown[])
        if (typeof child === "object" && child !== null) next.push(child);
    level = next;
  }
}

// The third argument of a reviver and JSON.rawJSON are in V8 but not yet in TypeScript's library.
type SourceReviver = (key: string, value: unknown, context: { readonly source: string }) => unknown;
const rawJson = (JSON as unknown as { rawJSON: (text: string) => object }).rawJSON;
