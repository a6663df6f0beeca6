// Scalars that stand in the place of others, as senders without types write them. Source: MQTT contract 5.5.

/** An integer of up to 16 digits. */
const DIGITS = /^-?[0-9]{1,16}$/;

/** A number or a boolean as its text, where a name or a key is asked for; everything else as it is. */
export function asText(value: unknown): unknown {
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  return typeof value === "number" && Number.isFinite(value) ? String(value) : value;
}

/** The integer that a text spells; everything else as it is. */
export function asInteger(value: unknown): unknown {
  return typeof value === "string" && DIGITS.test(value) ? Number(value) : value;
}

/** The boolean that a text spells; everything else as it is. */
export function asBoolean(value: unknown): unknown {
  if (value === "true") return true;
  return value === "false" ? false : value;
}
