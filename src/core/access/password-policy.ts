// Checks a new password against the policy of the installation. Source: REST contract 2.5 and section 20.
import { type DomainError, wrong } from "../errors.ts";
import type { PasswordPolicy } from "./security-settings.ts";

/** No policy can allow longer passwords; longer input is refused, not truncated. */
export const PASSWORD_LENGTH_MAX = 72;

/** Throws `invalid` for the first requirement that the password does not meet. The text never contains the password. */
export function requirePassword(password: string, policy: PasswordPolicy): void {
  const refusal = passwordRefusal(password, policy);
  if (refusal !== undefined) throw refusal;
}

export function passwordRefusal(password: string, policy: PasswordPolicy): DomainError | undefined {
  const field = "password";
  const { minimumLength } = policy;
  const maximumLength = Math.min(policy.maximumLength, PASSWORD_LENGTH_MAX);
  const length = lengthOf(password);
  if (length < minimumLength) return wrong("password-short", { field, min: minimumLength, found: length });
  if (length > maximumLength) return wrong("password-long", { field, max: maximumLength, found: length });
  if (!policy.allowWhitespaces && /\s/u.test(password)) return wrong("password-spaces", { field });
  for (const [demanded, pattern, what] of [
    [policy.minimumUppercaseLetters, /\p{Lu}/gu, "upper-case letters"],
    [policy.minimumLowercaseLetters, /\p{Ll}/gu, "lower-case letters"],
    [policy.minimumDigits, /\p{Nd}/gu, "digits"],
    [policy.minimumSpecialCharacters, /[^\p{L}\p{N}\s]/gu, "special characters"],
  ] as const) {
    if (demanded === null) continue;
    const found = password.match(pattern)?.length ?? 0;
    if (found < demanded) return wrong("password-lacks", { field, min: demanded, what, found });
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
