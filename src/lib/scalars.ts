// Converts scalars that senders without types write as another type. Source: MQTT contract 5.5.

/** An integer of up to 16 digits. */
const DIGITS = /^-?[0-9]{1,16}$/;

/** A number or a boolean as text, where a name or a key is expected; other values unchanged. */
export function asText(value: unknown): unknown {
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  return typeof value === "number" && Number.isFinite(value) ? String(value) : value;
}

/** A text that is an integer as that integer; other values unchanged. */
export function asInteger(value: unknown): unknown {
  return typeof value === "string" && DIGITS.test(value) ? Number(value) : value;
}

/** A text that is a boolean as that boolean; other values unchanged. */
export function asBoolean(value: unknown): unknown {
  if (value === "true") return true;
  return value === "false" ? false : value;
}
