// The installation's requirements for a new password.
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { read } from "../api/client.ts";
import type { Schema } from "../api/schemas.ts";

export function usePasswordPolicy(): UseQueryResult<Schema<"UserPasswordPolicy">> {
  return useQuery({
    queryKey: ["password-policy"],
    queryFn: read("/api/noauth/userPasswordPolicy"),
  });
}

/** Like `at least 8 characters, 1 digit and no white space`. */
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
