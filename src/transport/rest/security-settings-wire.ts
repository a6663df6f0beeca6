// Security settings as REST writes and reads them. Source: REST contract 2.5.
import { Type, type Static } from "typebox";
import { DEFAULT_SECURITY_SETTINGS, type SecuritySettings } from "../../core/access/security-settings.ts";
import { nullable, TextOrNull } from "./nullable.ts";
import { SentFlag, SentText } from "./sent-members.ts";

const CountOrNull = nullable(Type.Integer());
const SentCount = Type.Optional(CountOrNull);

const POLICY = DEFAULT_SECURITY_SETTINGS.passwordPolicy;

export const PasswordPolicySchema = Type.Object(
  {
    minimumLength: Type.Integer(),
    maximumLength: Type.Integer(),
    minimumUppercaseLetters: CountOrNull,
    minimumLowercaseLetters: CountOrNull,
    minimumDigits: CountOrNull,
    minimumSpecialCharacters: CountOrNull,
    allowWhitespaces: Type.Boolean(),
    forceUserToResetPasswordIfNotValid: Type.Boolean(),
    passwordExpirationPeriodDays: CountOrNull,
    passwordReuseFrequencyDays: CountOrNull,
  },
  { title: "UserPasswordPolicy", examples: [POLICY] },
);

export const SecuritySettingsSchema = Type.Object(
  {
    passwordPolicy: PasswordPolicySchema,
    maxFailedLoginAttempts: CountOrNull,
    userLockoutNotificationEmail: TextOrNull,
    userActivationTokenTtl: Type.Integer({ description: "Hours." }),
    passwordResetTokenTtl: Type.Integer({ description: "Hours." }),
  },
  { title: "SecuritySettings", examples: [DEFAULT_SECURITY_SETTINGS] },
);

const SentPolicy = Type.Object({
  minimumLength: SentCount,
  maximumLength: SentCount,
  minimumUppercaseLetters: SentCount,
  minimumLowercaseLetters: SentCount,
  minimumDigits: SentCount,
  minimumSpecialCharacters: SentCount,
  allowWhitespaces: SentFlag,
  forceUserToResetPasswordIfNotValid: SentFlag,
  passwordExpirationPeriodDays: SentCount,
  passwordReuseFrequencyDays: SentCount,
});

/** A save replaces everything; what is left out is null, or the default where there has to be a value. */
export const SentSecuritySettings = Type.Object(
  {
    passwordPolicy: SentPolicy,
    maxFailedLoginAttempts: SentCount,
    userLockoutNotificationEmail: SentText,
    userActivationTokenTtl: SentCount,
    passwordResetTokenTtl: SentCount,
  },
  { title: "SecuritySettingsInput", examples: [{ ...DEFAULT_SECURITY_SETTINGS, maxFailedLoginAttempts: 10 }] },
);

export function readSecuritySettings(sent: Static<typeof SentSecuritySettings>): SecuritySettings {
  const { passwordPolicy: policy } = sent;
  return {
    passwordPolicy: {
      minimumLength: policy.minimumLength ?? POLICY.minimumLength,
      maximumLength: policy.maximumLength ?? POLICY.maximumLength,
      minimumUppercaseLetters: policy.minimumUppercaseLetters ?? null,
      minimumLowercaseLetters: policy.minimumLowercaseLetters ?? null,
      minimumDigits: policy.minimumDigits ?? null,
      minimumSpecialCharacters: policy.minimumSpecialCharacters ?? null,
      allowWhitespaces: policy.allowWhitespaces ?? POLICY.allowWhitespaces,
      forceUserToResetPasswordIfNotValid:
        policy.forceUserToResetPasswordIfNotValid ?? POLICY.forceUserToResetPasswordIfNotValid,
      passwordExpirationPeriodDays: policy.passwordExpirationPeriodDays ?? null,
      passwordReuseFrequencyDays: policy.passwordReuseFrequencyDays ?? null,
    },
    maxFailedLoginAttempts: sent.maxFailedLoginAttempts ?? null,
    userLockoutNotificationEmail: sent.userLockoutNotificationEmail ?? null,
    userActivationTokenTtl: sent.userActivationTokenTtl ?? DEFAULT_SECURITY_SETTINGS.userActivationTokenTtl,
    passwordResetTokenTtl: sent.passwordResetTokenTtl ?? DEFAULT_SECURITY_SETTINGS.passwordResetTokenTtl,
  };
}
