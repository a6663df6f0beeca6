// The English words of what is wrong with a value that was sent, each made of values that are sent, too. `field` names the
// member as the client sent it.
import type { WordedValues, WordsOf } from "./worded.ts";

/** By the kind of the problem. */
export interface ProblemValues {
  readonly required: { readonly field: string };
  readonly blank: { readonly field: string };
  readonly taken: { readonly field: string; readonly found: string };
  /** In characters. */
  readonly "too-long": { readonly field: string; readonly max: number; readonly found: number };
  readonly length: { readonly field: string; readonly min: number; readonly max: number; readonly found: number };
  readonly "too-many": { readonly field: string; readonly max: number; readonly found: number };
  /** `part`: what it must not contain. */
  readonly contains: { readonly field: string; readonly part: string };
  readonly "not-unicode": { readonly field: string };
  readonly "not-an-email": { readonly field: string; readonly found: string };
  readonly "not-an-id": { readonly field: string; readonly found: string };
  /** `type`: that of JSON that is needed. */
  readonly type: { readonly field: string; readonly type: string; readonly found: string };
  /** A whole number. */
  readonly range: { readonly field: string; readonly min: number; readonly max: number; readonly found: string };
  /** A number; `comparison`: as `<=`. */
  readonly bound: {
    readonly field: string;
    readonly comparison: string;
    readonly limit: number;
    readonly found: string;
  };
  readonly "one-of": { readonly field: string; readonly words: readonly string[]; readonly found: string };
  readonly unknown: { readonly field: string };
  /** `by`: what else uses it. */
  readonly "used-elsewhere": { readonly field: string; readonly by: string };
  /** A count, where 0 stands for no limit. */
  readonly "not-a-count": { readonly field: string; readonly found: string };
  readonly "device-profile-used": { readonly field: string; readonly found: string };
  readonly "device-profile-default": { readonly field: string; readonly found: string };
  readonly "last-tenant-administrator": { readonly field: string; readonly found: string };
  readonly "last-system-administrator": { readonly field: string; readonly found: string };
  /** `link`: activation or reset. */
  readonly "link-expired": { readonly field: string; readonly link: string };
  readonly "link-unknown": { readonly field: string; readonly link: string };
  /** Of passwords; `field` is not said, as there may be two of them. */
  readonly "password-short": { readonly field: string; readonly min: number; readonly found: number };
  readonly "password-long": { readonly field: string; readonly max: number; readonly found: number };
  readonly "password-spaces": { readonly field: string };
  /** `what`: upper-case letters and so on. */
  readonly "password-lacks": {
    readonly field: string;
    readonly min: number;
    readonly what: string;
    readonly found: number;
  };
  readonly "password-same": { readonly field: string };
  readonly "password-used": { readonly field: string; readonly days: number };
  readonly "password-wrong": { readonly field: string };
}

export const PROBLEMS: WordsOf<ProblemValues> = {
  required: ({ field }) => `${field} is required`,
  blank: ({ field }) => `${field} must not be blank`,
  taken: ({ field, found }) => `${field} "${found}" is taken already`,
  "too-long": ({ field, max, found }) => `${field} may have ${String(max)} characters, got ${String(found)}`,
  length: ({ field, min, max, found }) =>
    `${field} may have ${String(min)} to ${String(max)} characters, got ${String(found)}`,
  "too-many": ({ field, max, found }) => `${field} may have ${String(max)} entries, got ${String(found)}`,
  contains: ({ field, part }) => `${field} must not contain ${part}`,
  "not-unicode": ({ field }) => `${field} must be well-formed Unicode text`,
  "not-an-email": ({ field, found }) => `${field} must look like name@example.com, got "${found}"`,
  "not-an-id": ({ field, found }) => `${field} must be a UUID, got ${found}`,
  type: ({ field, type, found }) => `${field} must be ${type}, got ${found}`,
  range: ({ field, min, max, found }) =>
    `${field} must be an integer from ${String(min)} to ${String(max)}, got ${found}`,
  bound: ({ field, comparison, limit, found }) => `${field} must be ${comparison} ${String(limit)}, got ${found}`,
  "one-of": ({ field, words, found }) => `${field} must be one of ${words.join(", ")}, got ${found}`,
  unknown: ({ field }) => `${field} is unknown`,
  "used-elsewhere": ({ field, by }) => `${field} is used by another ${by} already`,
  "not-a-count": ({ field, found }) => `${field} must be an integer from 0, where 0 means unlimited, got ${found}`,
  "device-profile-used": ({ found }) => `the device profile "${found}" cannot be deleted while devices use it`,
  "device-profile-default": ({ found }) => `"${found}" is the default device profile and cannot be deleted`,
  "last-tenant-administrator": ({ found }) =>
    `user ${found} is the last administrator of the tenant and cannot be deleted`,
  "last-system-administrator": ({ found }) =>
    `user ${found} is the last system administrator who can log in, and cannot be deleted`,
  "link-expired": ({ link }) =>
    `the ${link} link has expired; ${link === "reset" ? "ask for a new one" : "an administrator can give a new one"}`,
  "link-unknown": ({ link }) => `the ${link} link is unknown or has been used`,
  "password-short": ({ min, found }) =>
    `the password must have at least ${String(min)} characters, got ${String(found)}`,
  "password-long": ({ max, found }) => `the password may have at most ${String(max)} characters, got ${String(found)}`,
  "password-spaces": () => "the password must not contain white space",
  "password-lacks": ({ min, what, found }) =>
    `the password must have at least ${String(min)} ${what}, got ${String(found)}`,
  "password-same": () => "the new password must differ from the present one",
  "password-used": ({ days }) => `the password has been used within the last ${String(days)} days; take another one`,
  "password-wrong": ({ field }) => `${field} is not the current password`,
};

/** A problem as data. */
export type ProblemData = WordedValues & { readonly kind: keyof ProblemValues };

export function problemData<Kind extends keyof ProblemValues>(kind: Kind, values: ProblemValues[Kind]): ProblemData {
  return { kind, ...values };
}
