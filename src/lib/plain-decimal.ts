// Formats numbers as plain decimals, without an exponent.

/** The shortest digits that parse to the same number, as a plain decimal. */
export function plainDecimal(value: number): string {
  const shortest = String(value);
  const at = shortest.indexOf("e");
  if (at < 0) return shortest;
  const sign = shortest.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = shortest.slice(sign.length, at).split(".");
  const digits = whole + fraction;
  // The position of the decimal point, counted in digits from the left.
  const point = whole.length + Number(shortest.slice(at + 1));
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return `${sign}${digits}${"0".repeat(point - digits.length)}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
