// Rounds half away from zero, as people expect in a table. Source: analytics contract 2.4, 2.11.

export const ROUND_DIGITS_MAX = 15;

/**
 * Rounds `x` to `decimals` digits after the point; a negative number rounds to tens, hundreds and so on. It rounds the
 * exact value of the double, so 1.005 to two digits is 1, because that double is slightly less than 1.005.
 */
export function roundHalfAway(x: number, decimals: number): number {
  const power = 10 ** Math.abs(decimals);
  const scaled = decimals < 0 ? x / power : x * power;
  // So large a number has no digits after the point to round.
  if (!Number.isFinite(scaled)) return x;
  const whole = Math.trunc(scaled);
  const rounded = Math.abs(scaled - whole) >= 0.5 ? whole + Math.sign(scaled) : whole;
  return decimals < 0 ? rounded * power : rounded / power;
}
