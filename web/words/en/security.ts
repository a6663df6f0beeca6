// English words of `pages/security`.
import { countText } from "../format.ts";

const many = (amount: number, unit: string): string => `${countText(amount)} ${unit}${amount === 1 ? "" : "s"}`;

export const security = {
  title: "Security",
  about: "For all users of this installation.",
  save: "Save settings",
  saved: "The settings are in effect.",
  notSaved: "The settings were not saved",

  passwords: "Passwords",
  /** `rules`: as `at least 8 characters and 1 digit`. */
  rules: (rules: string) => `A new password must have ${rules}.`,
  minimumLength: "Minimum length",
  maximumLength: "Maximum length",
  characters: " characters",
  uppercaseLetters: "Uppercase letters (minimum)",
  lowercaseLetters: "Lowercase letters (minimum)",
  digits: "Digits (minimum)",
  specialCharacters: "Special characters (minimum)",
  none: "none",
  expiresAfter: "Password expires after (days)",
  never: "never",
  reusableAfter: "Reuse allowed after (days)",
  atOnce: "at once",
  allowSpaces: "Allow spaces",
  forceChange: "Require a change of passwords that break these rules",
  forceChangeHelp: "At the next sign-in. Otherwise, the rules apply only to new passwords.",

  lockout: "Lockout",
  lockoutText:
    "After too many failed sign-ins an account is disabled until an administrator enables it. Without a lockout, guessing is only slowed down.",
  failedSignIns: "Failed sign-ins",
  noLockout: "no lockout",
  notify: "Notify by email",
  notifyHelp: "This address gets an email when an account is locked.",

  links: "Links",
  linksText: "How long links to set a password stay valid.",
  activation: "Activation of a new account",
  forgottenPassword: "Forgotten password",
  hours: " hours",

  sessions: "Sessions",
  saveAndEnd: "Save and end all sessions",
  endTitle: "End all sessions?",
  endText:
    "All sessions end at once, in browsers and in programs, and all users have to sign in again. You stay signed in here. API keys keep working.",
  ended: "The settings are in effect. All other users have to sign in again.",
  endsTitle: "Saving ends the sessions of all users",
  endsText: "Existing tokens stop working. Choose a quiet time.",
  accessToken: "Access token lifetime",
  accessTokenHelp: (duration: string) => `${duration}. After a sign-out elsewhere it is refused at once.`,
  idleSession: "Idle session timeout",
  idleSessionHelp: (duration: string) => `${duration}. An open browser renews it.`,
  minutes: " minutes",
  issuer: "Issuer",
  issuerHelp: "Included in tokens, for programs that check it.",
  newKey: "Sign tokens with a new key",
  newKeyHelp: "Use this if somebody may have seen the current key. The new key is random and never shown.",
  durations: {
    day: (amount: number) => many(amount, "day"),
    hour: (amount: number) => many(amount, "hour"),
    minute: (amount: number) => many(amount, "minute"),
  },

  whatSettings: "security settings",
  whatSessionSettings: "session settings",
};
