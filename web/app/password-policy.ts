// The installation's requirements for a new password.
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { read } from "../api/client.ts";
import type { Schema } from "../api/schemas.ts";
import { region } from "../words/format.ts";
import { words } from "../words/words.ts";

export function usePasswordPolicy(): UseQueryResult<Schema<"UserPasswordPolicy">> {
  return useQuery({
    queryKey: ["password-policy"],
    queryFn: read("/api/noauth/userPasswordPolicy"),
  });
}

/** Like `at least 8 characters, 1 digit and no white space`. */
export function passwordRules(policy: Schema<"UserPasswordPolicy">): string {
  const { length, upperCase, lowerCase, digits, special, noSpace } = words.app.passwordRules;
  const counted: readonly (readonly [number | null, (amount: number) => string])[] = [
    [policy.minimumLength, length],
    [policy.minimumUppercaseLetters, upperCase],
    [policy.minimumLowercaseLetters, lowerCase],
    [policy.minimumDigits, digits],
    [policy.minimumSpecialCharacters, special],
  ];
  const parts = [
    ...counted.flatMap(([amount, inWords]) => (amount === null || amount === 0 ? [] : [inWords(amount)])),
    ...(policy.allowWhitespaces ? [] : [noSpace]),
  ];
  return new Intl.ListFormat(region.dateLocale, { type: "conjunction" }).format(parts);
}
