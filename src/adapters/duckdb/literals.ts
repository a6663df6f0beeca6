// Values as SQL text.

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A whole number as SQL; fractions are cut off. */
export function sqlInteger(value: number): string {
  return BigInt(Math.trunc(value)).toString();
}

/** A double as a literal that reads back as the same double. */
export function sqlDouble(value: number): string {
  return `'${String(value)}'::DOUBLE`;
}
