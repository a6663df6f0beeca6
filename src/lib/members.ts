// Reads members of values of unknown type.

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Undefined if there is no such member. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Undefined if there is no such member, or it is not a text. */
export function textMember(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === "string" ? member : undefined;
}
