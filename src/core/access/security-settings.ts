// The requirements of the installation on passwords and logins. The names are those of the REST contract 2.5.

export interface PasswordPolicy {
  readonly minimumLength: number;
  /** Characters, at most 72. */
  readonly maximumLength: number;
  /** Null means no requirement; likewise for the next three. */
  readonly minimumUppercaseLetters: number | null;
  readonly minimumLowercaseLetters: number | null;
  readonly minimumDigits: number | null;
  readonly minimumSpecialCharacters: number | null;
  readonly allowWhitespaces: boolean;
  /** A login with a correct password that violates the policy is refused until the password has been reset. */
  readonly forceUserToResetPasswordIfNotValid: boolean;
  /** Days after which a password must be replaced before the next login; null or 0 means never. */
  readonly passwordExpirationPeriodDays: number | null;
  /** Days for which a replaced password cannot be reused; null or 0 allows it at once. */
  readonly passwordReuseFrequencyDays: number | null;
}

export interface SecuritySettings {
  readonly passwordPolicy: PasswordPolicy;
  /** Failed logins that an account tolerates; the next one disables it. Null or 0 never disables it. */
  readonly maxFailedLoginAttempts: number | null;
  /** Receives a mail when an account is disabled by failed logins. */
  readonly userLockoutNotificationEmail: string | null;
  /** Hours, 1 to 24. */
  readonly userActivationTokenTtl: number;
  /** Hours, 1 to 24. */
  readonly passwordResetTokenTtl: number;
}

export const DEFAULT_SECURITY_SETTINGS: SecuritySettings = {
  passwordPolicy: {
    minimumLength: 8,
    maximumLength: 72,
    minimumUppercaseLetters: null,
    minimumLowercaseLetters: null,
    minimumDigits: null,
    minimumSpecialCharacters: null,
    allowWhitespaces: true,
    forceUserToResetPasswordIfNotValid: false,
    passwordExpirationPeriodDays: null,
    passwordReuseFrequencyDays: null,
  },
  maxFailedLoginAttempts: null,
  userLockoutNotificationEmail: null,
  userActivationTokenTtl: 24,
  passwordResetTokenTtl: 24,
};

/** The current settings, which may change while the platform runs. */
export interface SecuritySettingsSource {
  current(): SecuritySettings;
}

export interface SecuritySettingsStore {
  /** Undefined if none have been saved. */
  findSecuritySettings(): Promise<SecuritySettings | undefined>;
  saveSecuritySettings(settings: SecuritySettings): Promise<void>;
}
