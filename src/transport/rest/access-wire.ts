// Wire forms of token pairs, token settings and security settings. Source: REST contract 2.
import { Type, type Static } from "typebox";
import { DEFAULT_SECURITY_SETTINGS, type SecuritySettings } from "../../core/access/security-settings.ts";
import type { SentTokenSettings, TokenSettings } from "../../core/access/token-settings.ts";
import { nullable, TextOrNull } from "./nullable.ts";
import { named, orNull, SentFlag, SentText } from "./wire.ts";

/** The answer to a login. */
export const TokenPairSchema = named("LoginResponse", {
  token: [Type.String(), "eyJhbGciOiJIUzUxMiJ9.eyJzdWIiOiJhZGEifQ.c2ln"],
  refreshToken: [Type.String(), "eyJhbGciOiJIUzUxMiJ9.e30.c2ln"],
});

const TOKEN_SETTINGS = {
  tokenExpirationTime: [
    Type.Integer({ format: "int32", description: "Seconds that an access token lasts, from 60." }),
    9000,
  ],
  refreshTokenExpTime: [
    Type.Integer({ format: "int32", description: "Seconds that a refresh token lasts, from 900." }),
    604_800,
  ],
  tokenIssuer: [Type.String({ description: "The issuer named in tokens." }), "bridgehead"],
} as const;

export const JwtSettingsSchema = named("JwtSettings", {
  ...TOKEN_SETTINGS,
  tokenSigningKey: [nullable(Type.String({ description: "Always null: its holder could make any token." })), null],
});

/** Never includes the key. */
export function showJwtSettings(settings: TokenSettings): Static<typeof JwtSettingsSchema> {
  return {
    tokenExpirationTime: settings.accessSeconds,
    refreshTokenExpTime: settings.refreshSeconds,
    tokenIssuer: settings.issuer,
    tokenSigningKey: null,
  };
}

export const SentJwtSettings = named("JwtSettingsInput", {
  ...TOKEN_SETTINGS,
  tokenSigningKey: [
    Type.Optional(
      nullable(Type.String({ description: "Base64 of 64 bytes or more; null or missing leaves the key as it is." })),
    ),
    null,
  ],
});

export function readJwtSettings(sent: Static<typeof SentJwtSettings>): SentTokenSettings {
  return { ...sent, ...orNull(sent, ["tokenSigningKey"]) };
}

const Count = Type.Integer({ format: "int32" });
const CountOrNull = nullable(Count);
const SentCount = Type.Optional(CountOrNull);
const POLICY = DEFAULT_SECURITY_SETTINGS.passwordPolicy;

export const PasswordPolicySchema = Type.Object(
  {
    minimumLength: Count,
    maximumLength: Count,
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
    userActivationTokenTtl: Type.Integer({ format: "int32", description: "Hours." }),
    passwordResetTokenTtl: Type.Integer({ format: "int32", description: "Hours." }),
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

/** A save replaces everything: a missing or null member takes its default, which is null for most. */
export function readSecuritySettings(sent: Static<typeof SentSecuritySettings>): SecuritySettings {
  return {
    ...withDefaults(DEFAULT_SECURITY_SETTINGS, sent),
    passwordPolicy: withDefaults(POLICY, sent.passwordPolicy),
  };
}

function withDefaults<Settings extends object>(defaults: Settings, sent: object): Settings {
  const each = Object.entries(defaults).map(([name, value]) => [name, (Reflect.get(sent, name) ?? value) as unknown]);
  return Object.fromEntries(each) as Settings;
}
