// The security settings of the installation: the saved ones or, before any are saved, the defaults. They are validated
// before they are stored, because the current policy must be possible to meet. Source: REST contract 2.5.
import {
  DEFAULT_SECURITY_SETTINGS,
  type SecuritySettings,
  type SecuritySettingsSource,
  type SecuritySettingsStore,
  type PasswordPolicy,
} from "./security-settings.ts";
import { SettingsInForce, type SettingsDeps } from "./settings-in-force.ts";
import { parseEmail } from "../entity-text.ts";
import { invalid, wrong } from "../errors.ts";
import { PASSWORD_LENGTH_MAX } from "./password-policy.ts";

export class StoredSecuritySettings extends SettingsInForce<SecuritySettings> implements SecuritySettingsSource {
  readonly #store: SecuritySettingsStore;

  constructor(
    { store, ...deps }: SettingsDeps & { readonly store: SecuritySettingsStore },
    options: { readonly recheckMillis: number },
  ) {
    super(deps, { name: "security", event: "security-settings-changed", ...options });
    this.#store = store;
  }

  protected override async load(): Promise<SecuritySettings> {
    return (await this.#store.findSecuritySettings()) ?? DEFAULT_SECURITY_SETTINGS;
  }

  current(): SecuritySettings {
    return this.inForce ?? DEFAULT_SECURITY_SETTINGS;
  }

  /** Throws `invalid` for the first invalid setting. */
  async save(sent: SecuritySettings): Promise<SecuritySettings> {
    const settings = parseSecuritySettings(sent);
    await this.#store.saveSecuritySettings(settings);
    await this.changed();
    return settings;
  }
}

const FAILURES_MAX = 1_000_000;
const DAYS_MAX = 36_500;
const TTL_HOURS_MAX = 24;

/** The settings to store. Throws `invalid` for the first one that is out of bounds or that no password could meet. */
function parseSecuritySettings(settings: SecuritySettings): SecuritySettings {
  requireSoundPolicy(settings.passwordPolicy);
  within("maxFailedLoginAttempts", settings.maxFailedLoginAttempts, 0, FAILURES_MAX);
  within("userActivationTokenTtl", settings.userActivationTokenTtl, 1, TTL_HOURS_MAX);
  within("passwordResetTokenTtl", settings.passwordResetTokenTtl, 1, TTL_HOURS_MAX);
  return { ...settings, userLockoutNotificationEmail: parseRecipient(settings.userLockoutNotificationEmail) };
}

function requireSoundPolicy(policy: PasswordPolicy): void {
  within("passwordPolicy.minimumLength", policy.minimumLength, 1, PASSWORD_LENGTH_MAX);
  within("passwordPolicy.maximumLength", policy.maximumLength, policy.minimumLength, PASSWORD_LENGTH_MAX);
  const demands = [
    ["minimumUppercaseLetters", policy.minimumUppercaseLetters],
    ["minimumLowercaseLetters", policy.minimumLowercaseLetters],
    ["minimumDigits", policy.minimumDigits],
    ["minimumSpecialCharacters", policy.minimumSpecialCharacters],
  ] as const;
  for (const [name, demand] of demands) within(`passwordPolicy.${name}`, demand, 0, PASSWORD_LENGTH_MAX);
  const demanded = demands.reduce((sum, [, demand]) => sum + (demand ?? 0), 0);
  if (demanded > policy.maximumLength)
    throw invalid(
      `passwordPolicy demands ${String(demanded)} characters by kind, and maximumLength allows ${String(policy.maximumLength)}`,
    );
  within("passwordPolicy.passwordExpirationPeriodDays", policy.passwordExpirationPeriodDays, 0, DAYS_MAX);
  within("passwordPolicy.passwordReuseFrequencyDays", policy.passwordReuseFrequencyDays, 0, DAYS_MAX);
}

function within(name: string, value: number | null, min: number, max: number): void {
  if (value === null || (Number.isSafeInteger(value) && value >= min && value <= max)) return;
  throw wrong("range", { field: name, min, max, found: String(value) });
}

function parseRecipient(text: string | null): string | null {
  if (text === null || text.trim() === "") return null;
  try {
    return parseEmail(text, "case-sensitive");
  } catch {
    throw wrong("not-an-email", { field: "userLockoutNotificationEmail", found: text.slice(0, 64) });
  }
}
