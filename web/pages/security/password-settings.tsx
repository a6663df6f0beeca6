// The password policy, the lockout, and the lifetime of links in the platform's mails.
import { Checkbox, SimpleGrid } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { passwordRules } from "../../app/password-policy.ts";
import { useAction } from "../../app/use-action.ts";
import { CountField, TextField, type CountFieldProps } from "../../components/form-fields.tsx";
import { Form, orNull } from "../../components/form.tsx";
import { Panel } from "../../components/panel.tsx";
import { useUnsaved } from "../../components/use-unsaved.ts";

type Settings = Schema<"SecuritySettings">;
type Policy = Settings["passwordPolicy"];

const LENGTH_MIN_DEFAULT = 8;
const LENGTH_MAX = 72;
const HOURS_DEFAULT = 24;

export function PasswordSettings({ settings }: { readonly settings: Settings }): ReactNode {
  const [values, setValues] = useState(settings);
  const isChanged = JSON.stringify(values) !== JSON.stringify(settings);
  useUnsaved(() => isChanged);
  const save = useAction({
    call: () => ask(api.POST("/api/admin/securitySettings", { body: values })),
    done: "The settings are in effect.",
    stale: ["security-settings", "password-policy"],
  });
  const set = (change: Partial<Settings>): void => setValues((present) => ({ ...present, ...change }));
  const setPolicy = (change: Partial<Policy>): void =>
    setValues((present) => ({ ...present, passwordPolicy: { ...present.passwordPolicy, ...change } }));
  return (
    <Form
      action="Save settings"
      work={save}
      failed="The settings were not saved"
      isChanged={isChanged}
      onSubmit={save.run}
    >
      <PasswordRules policy={values.passwordPolicy} set={setPolicy} />
      <Lockout settings={values} set={set} />
      <Links settings={values} set={set} />
    </Form>
  );
}

type CountName = {
  readonly [Name in keyof Policy]: Policy[Name] extends number | null ? Name : never;
}[keyof Policy];

const CHARACTERS = { suffix: " characters", required: true, min: 1 };
const NONE = { placeholder: "none" };

interface RulesProps {
  readonly policy: Policy;
  readonly set: (change: Partial<Policy>) => void;
}

function PasswordRules({ policy, set }: RulesProps): ReactNode {
  const count = (name: CountName, label: string, more: Partial<CountFieldProps>): ReactNode => (
    <CountField
      field={[name, `passwordPolicy.${name}`]}
      label={label}
      max={LENGTH_MAX}
      value={policy[name]}
      onValue={(value) => set({ [name]: value })}
      {...more}
    />
  );
  return (
    <Panel title="Passwords" text={`A new password must have ${passwordRules(policy)}.`}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {count("minimumLength", "Shortest", {
          ...CHARACTERS,
          onValue: (value) => set({ minimumLength: value ?? LENGTH_MIN_DEFAULT }),
        })}
        {count("maximumLength", "Longest", {
          ...CHARACTERS,
          onValue: (value) => set({ maximumLength: value ?? LENGTH_MAX }),
        })}
        {count("minimumUppercaseLetters", "Upper-case letters", NONE)}
        {count("minimumLowercaseLetters", "Lower-case letters", NONE)}
        {count("minimumDigits", "Digits", NONE)}
        {count("minimumSpecialCharacters", "Special characters", NONE)}
        {count("passwordExpirationPeriodDays", "Expires after", {
          suffix: " days",
          placeholder: "never",
          max: undefined,
        })}
        {count("passwordReuseFrequencyDays", "No reuse for", { ...NONE, suffix: " days", max: undefined })}
      </SimpleGrid>
      <Checkbox
        label="Allow white space"
        checked={policy.allowWhitespaces}
        onChange={(event) => set({ allowWhitespaces: event.currentTarget.checked })}
      />
      <Checkbox
        label="Force a change of passwords that break these rules"
        description="At the next sign-in. Otherwise, the rules apply only to new passwords."
        checked={policy.forceUserToResetPasswordIfNotValid}
        onChange={(event) => set({ forceUserToResetPasswordIfNotValid: event.currentTarget.checked })}
      />
    </Panel>
  );
}

interface PartProps {
  readonly settings: Settings;
  readonly set: (change: Partial<Settings>) => void;
}

function Lockout({ settings, set }: PartProps): ReactNode {
  return (
    <Panel
      title="Lockout"
      text="After too many failed sign-ins an account is disabled until an administrator enables it. Without a lockout, guessing is only slowed down."
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <CountField
          field="maxFailedLoginAttempts"
          label="Failed sign-ins"
          placeholder="no lockout"
          value={settings.maxFailedLoginAttempts}
          onValue={(value) => set({ maxFailedLoginAttempts: value })}
        />
        <TextField
          field="userLockoutNotificationEmail"
          label="Notify by mail"
          description="This address gets a mail when an account is locked."
          type="email"
          maxLength={255}
          inputWrapperOrder={["label", "input", "error", "description"]}
          value={settings.userLockoutNotificationEmail ?? ""}
          onChange={(event) => set({ userLockoutNotificationEmail: orNull(event.currentTarget.value) })}
        />
      </SimpleGrid>
    </Panel>
  );
}

function Links({ settings, set }: PartProps): ReactNode {
  return (
    <Panel title="Links" text="How long links to set a password stay valid.">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <CountField
          field="userActivationTokenTtl"
          label="Activation of a new account"
          suffix=" hours"
          required
          min={1}
          max={HOURS_DEFAULT}
          value={settings.userActivationTokenTtl}
          onValue={(value) => set({ userActivationTokenTtl: value ?? HOURS_DEFAULT })}
        />
        <CountField
          field="passwordResetTokenTtl"
          label="Forgotten password"
          suffix=" hours"
          required
          min={1}
          max={HOURS_DEFAULT}
          value={settings.passwordResetTokenTtl}
          onValue={(value) => set({ passwordResetTokenTtl: value ?? HOURS_DEFAULT })}
        />
      </SimpleGrid>
    </Panel>
  );
}
