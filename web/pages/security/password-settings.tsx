// The password policy, the lockout, and how long links of the platform's mails last.
import { Checkbox, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { CountField } from "../../components/count-field.tsx";
import { FormProblem, TextField } from "../../components/form-fields.tsx";
import { passwordRules } from "../../components/password-rules.ts";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { orNull } from "../../components/use-fields.ts";
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
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => ask(api.POST("/api/admin/securitySettings", { body: values })),
    onSuccess: async () => {
      notifications.show({ color: "teal", message: "The settings are in force." });
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["security-settings"] }),
        queries.invalidateQueries({ queryKey: ["password-policy"] }),
      ]);
    },
  });
  const set = (change: Partial<Settings>): void => setValues((present) => ({ ...present, ...change }));
  const setPolicy = (change: Partial<Policy>): void =>
    setValues((present) => ({ ...present, passwordPolicy: { ...present.passwordPolicy, ...change } }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Paper withBorder p="md">
        <Stack gap="lg">
          <FormProblem error={save.error}>
            <PasswordRules policy={values.passwordPolicy} set={setPolicy} />
            <Lockout settings={values} set={set} />
            <Links settings={values} set={set} />
          </FormProblem>
          {save.isError && <ProblemAlert error={save.error} title="The settings were not saved" />}
          <Group justify="flex-end">
            <BusyButton type="submit" isBusy={save.isPending} disabled={!isChanged}>
              Save settings
            </BusyButton>
          </Group>
        </Stack>
      </Paper>
    </form>
  );
}

interface RulesProps {
  readonly policy: Policy;
  readonly set: (change: Partial<Policy>) => void;
}

function PasswordRules({ policy, set }: RulesProps): ReactNode {
  const count = (
    name: "minimumUppercaseLetters" | "minimumLowercaseLetters" | "minimumDigits" | "minimumSpecialCharacters",
    label: string,
  ): ReactNode => (
    <CountField
      field={policyField(name)}
      label={label}
      placeholder="no demand"
      max={LENGTH_MAX}
      value={policy[name]}
      onValue={(value) => set({ [name]: value })}
    />
  );
  return (
    <Part title="Passwords" text={`A new password needs ${passwordRules(policy)}.`}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <CountField
          field={policyField("minimumLength")}
          label="Shortest"
          suffix=" characters"
          required
          min={1}
          max={LENGTH_MAX}
          value={policy.minimumLength}
          onValue={(value) => set({ minimumLength: value ?? LENGTH_MIN_DEFAULT })}
        />
        <CountField
          field={policyField("maximumLength")}
          label="Longest"
          suffix=" characters"
          required
          min={1}
          max={LENGTH_MAX}
          value={policy.maximumLength}
          onValue={(value) => set({ maximumLength: value ?? LENGTH_MAX })}
        />
        {count("minimumUppercaseLetters", "Upper-case letters")}
        {count("minimumLowercaseLetters", "Lower-case letters")}
        {count("minimumDigits", "Digits")}
        {count("minimumSpecialCharacters", "Special characters")}
        <CountField
          field={policyField("passwordExpirationPeriodDays")}
          label="Expires after"
          suffix=" days"
          placeholder="never"
          value={policy.passwordExpirationPeriodDays}
          onValue={(value) => set({ passwordExpirationPeriodDays: value })}
        />
        <CountField
          field={policyField("passwordReuseFrequencyDays")}
          label="Not used again for"
          suffix=" days"
          placeholder="no demand"
          value={policy.passwordReuseFrequencyDays}
          onValue={(value) => set({ passwordReuseFrequencyDays: value })}
        />
      </SimpleGrid>
      <Checkbox
        label="White space is allowed"
        checked={policy.allowWhitespaces}
        onChange={(event) => set({ allowWhitespaces: event.currentTarget.checked })}
      />
      <Checkbox
        label="Old passwords that break these rules have to be changed"
        description="At the next sign-in. Without it the rules hold for new passwords only."
        checked={policy.forceUserToResetPasswordIfNotValid}
        onChange={(event) => set({ forceUserToResetPasswordIfNotValid: event.currentTarget.checked })}
      />
    </Part>
  );
}

/** The platform names it with and without what it is part of. */
function policyField(name: keyof Policy): readonly string[] {
  return [name, `passwordPolicy.${name}`];
}

interface PartProps {
  readonly settings: Settings;
  readonly set: (change: Partial<Settings>) => void;
}

function Lockout({ settings, set }: PartProps): ReactNode {
  return (
    <Part
      title="Lockout"
      text="After too many failed sign-ins an account is disabled until an administrator enables it. Without it, guessing is only slowed down."
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
          label="Tell by mail"
          description="Who gets a mail when an account is locked."
          type="email"
          maxLength={255}
          inputWrapperOrder={["label", "input", "error", "description"]}
          value={settings.userLockoutNotificationEmail ?? ""}
          onChange={(event) => set({ userLockoutNotificationEmail: orNull(event.currentTarget.value) })}
        />
      </SimpleGrid>
    </Part>
  );
}

function Links({ settings, set }: PartProps): ReactNode {
  return (
    <Part title="Links" text="How long the links work that set a password.">
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
    </Part>
  );
}

interface TitledProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Part({ title, text, children }: TitledProps): ReactNode {
  return (
    <Stack component="section">
      <div>
        <Title order={2} size="h5">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      {children}
    </Stack>
  );
}
