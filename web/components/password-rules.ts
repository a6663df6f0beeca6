// What a new password has to have, in words. Source: REST contract 2.5.
import type { Schema } from "../api/schemas.ts";

/** As `at least 8 characters, 1 digit and no white space`. */
export function passwordRules(policy: Schema<"UserPasswordPolicy">): string {
  const parts = [
    `at least ${many(policy.minimumLength, "character")}`,
    ...counted(policy.minimumUppercaseLetters, "upper-case letter"),
    ...counted(policy.minimumLowercaseLetters, "lower-case letter"),
    ...counted(policy.minimumDigits, "digit"),
    ...counted(policy.minimumSpecialCharacters, "special character"),
    ...(policy.allowWhitespaces ? [] : ["no white space"]),
  ];
  return new Intl.ListFormat("en", { type: "conjunction" }).format(parts);
}

function counted(count: number | null, noun: string): readonly string[] {
  return count === null || count === 0 ? [] : [many(count, noun)];
}

function many(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
