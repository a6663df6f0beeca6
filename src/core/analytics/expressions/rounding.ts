// Rounding as people expect it of a table: halves away from zero. Source: analytics contract 2.4, 2.11.

export const DECIMALS_MAX = 15;

/**
 * `x` with `decimals` digits after the point; below 0, tens and hundreds are rounded. Works on the double as it is, so that
 * 1.005 at two digits is 1: the double is a little less than it looks.
 */
export function roundHalfAway(x: number, decimals: number): number {
  const power = 10 ** Math.abs(decimals);
  const scaled = decimals < 0 ? x / power : x * power;
  // Beyond the range there are no digits after the point to round.
  if (!Number.isFinite(scaled)) return x;
  const whole = Math.trunc(scaled);
  const rounded = Math.abs(scaled - whole) >= 0.5 ? whole + Math.sign(scaled) : whole;
  return decimals < 0 ? rounded * power : rounded / power;
}
