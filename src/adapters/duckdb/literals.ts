// Values as SQL text.

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A whole number, whatever the caller computed. */
export function sqlInteger(value: number): string {
  return BigInt(Math.trunc(value)).toString();
}

/** A double, read back digit by digit. */
export function sqlDouble(value: number): string {
  return `'${String(value)}'::DOUBLE`;
}
