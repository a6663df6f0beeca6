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
import { words } from "../../words/words.ts";

type Settings = Schema<"SecuritySettings">;
type Policy = Settings["passwordPolicy"];

const WORDS = words.security;
const LENGTH_MIN_DEFAULT = 8;
const LENGTH_MAX = 72;
const HOURS_DEFAULT = 24;

export function PasswordSettings({ settings }: { readonly settings: Settings }): ReactNode {
  const [values, setValues] = useState(settings);
  const isChanged = JSON.stringify(values) !== JSON.stringify(settings);
  useUnsaved(() => isChanged);
  const save = useAction({
    call: () => ask(api.POST("/api/admin/securitySettings", { body: values })),
    done: WORDS.saved,
    stale: ["security-settings", "password-policy"],
  });
  const set = (change: Partial<Settings>): void => setValues((present) => ({ ...present, ...change }));
  const setPolicy = (change: Partial<Policy>): void =>
    setValues((present) => ({ ...present, passwordPolicy: { ...present.passwordPolicy, ...change } }));
  return (
    <Form action={WORDS.save} work={save} failed={WORDS.notSaved} isChanged={isChanged} onSubmit={save.run}>
      <PasswordRules policy={values.passwordPolicy} set={setPolicy} />
      <Lockout settings={values} set={set} />
      <Links settings={values} set={set} />
    </Form>
  );
}

type CountName = {
  readonly [Name in keyof Policy]: Policy[Name] extends number | null ? Name : never;
}[keyof Policy];

const CHARACTERS = { suffix: WORDS.characters, required: true, min: 1 };
const NONE = { placeholder: WORDS.none };

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
    <Panel title={WORDS.passwords} text={WORDS.rules(passwordRules(policy))}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {count("minimumLength", WORDS.minimumLength, {
          ...CHARACTERS,
          onValue: (value) => set({ minimumLength: value ?? LENGTH_MIN_DEFAULT }),
        })}
        {count("maximumLength", WORDS.maximumLength, {
          ...CHARACTERS,
          onValue: (value) => set({ maximumLength: value ?? LENGTH_MAX }),
        })}
        {count("minimumUppercaseLetters", WORDS.uppercaseLetters, NONE)}
        {count("minimumLowercaseLetters", WORDS.lowercaseLetters, NONE)}
        {count("minimumDigits", WORDS.digits, NONE)}
        {count("minimumSpecialCharacters", WORDS.specialCharacters, NONE)}
        {count("passwordExpirationPeriodDays", WORDS.expiresAfter, {
          placeholder: WORDS.never,
          max: undefined,
        })}
        {count("passwordReuseFrequencyDays", WORDS.reusableAfter, { placeholder: WORDS.atOnce, max: undefined })}
      </SimpleGrid>
      <Checkbox
        label={WORDS.allowSpaces}
        checked={policy.allowWhitespaces}
        onChange={(event) => set({ allowWhitespaces: event.currentTarget.checked })}
      />
      <Checkbox
        label={WORDS.forceChange}
        description={WORDS.forceChangeHelp}
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
    <Panel title={WORDS.lockout} text={WORDS.lockoutText}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <CountField
          field="maxFailedLoginAttempts"
          label={WORDS.failedSignIns}
          placeholder={WORDS.noLockout}
          value={settings.maxFailedLoginAttempts}
          onValue={(value) => set({ maxFailedLoginAttempts: value })}
        />
        <TextField
          field="userLockoutNotificationEmail"
          label={WORDS.notify}
          description={WORDS.notifyHelp}
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
    <Panel title={WORDS.links} text={WORDS.linksText}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <CountField
          field="userActivationTokenTtl"
          label={WORDS.activation}
          suffix={WORDS.hours}
          required
          min={1}
          max={HOURS_DEFAULT}
          value={settings.userActivationTokenTtl}
          onValue={(value) => set({ userActivationTokenTtl: value ?? HOURS_DEFAULT })}
        />
        <CountField
          field="passwordResetTokenTtl"
          label={WORDS.forgottenPassword}
          suffix={WORDS.hours}
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
