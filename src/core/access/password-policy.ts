// Checks a new password against the policy of the installation. Source: REST contract 2.5 and section 20.
import { invalid } from "../errors.ts";
import type { PasswordPolicy } from "./security-settings.ts";

/** No policy can allow longer passwords; longer input is refused, not truncated. */
export const PASSWORD_LENGTH_MAX = 72;

/** Throws `invalid` for the first requirement that the password does not meet. The text never contains the password. */
export function requirePassword(password: string, policy: PasswordPolicy): void {
  const problem = passwordProblem(password, policy);
  if (problem !== undefined) throw invalid(problem);
}

export function passwordProblem(password: string, policy: PasswordPolicy): string | undefined {
  const { minimumLength } = policy;
  const maximumLength = Math.min(policy.maximumLength, PASSWORD_LENGTH_MAX);
  const length = lengthOf(password);
  if (length < minimumLength)
    return `the password must have at least ${String(minimumLength)} characters, got ${String(length)}`;
  if (length > maximumLength)
    return `the password may have at most ${String(maximumLength)} characters, got ${String(length)}`;
  if (!policy.allowWhitespaces && /\s/u.test(password)) return "the password must not contain white space";
  for (const [demanded, pattern, what] of [
    [policy.minimumUppercaseLetters, /\p{Lu}/gu, "upper-case letters"],
    [policy.minimumLowercaseLetters, /\p{Ll}/gu, "lower-case letters"],
    [policy.minimumDigits, /\p{Nd}/gu, "digits"],
    [policy.minimumSpecialCharacters, /[^\p{L}\p{N}\s]/gu, "special characters"],
  ] as const) {
    if (demanded === null) continue;
    const found = password.match(pattern)?.length ?? 0;
    if (found < demanded) return `the password must have at least ${String(demanded)} ${what}, got ${String(found)}`;
  }
  return undefined;
}

/** Whether a password is worth hashing: no account can have a longer one. */
export function isPlausiblePassword(password: string): boolean {
  return lengthOf(password) <= PASSWORD_LENGTH_MAX;
}

/**
 * In code points, as people count. A text of more than twice the maximum is too long in any case and is not counted.
 */
function lengthOf(password: string): number {
  return password.length > 2 * PASSWORD_LENGTH_MAX ? password.length : Array.from(password).length;
}
