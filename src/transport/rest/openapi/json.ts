// JSON as the description of the API is made of.

/** A part of the description, as it is written down. */
export type Written = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Written {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
