// How long sessions last. A save ends all of them, which is said before it is done.
import { Alert, Checkbox, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask, session } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { CountField } from "../../components/count-field.tsx";
import { useConfirm } from "../../components/confirm.tsx";
import { FormProblem, TextField } from "../../components/form-fields.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { useFields } from "../../components/use-fields.ts";
import { useUnsaved } from "../../components/use-unsaved.ts";

const MINUTE_SECONDS = 60;
const ACCESS_MINUTES_MIN = 1;
const REFRESH_MINUTES_MIN = 15;
const KEY_BYTES = 64;

export function TokenSettings({ settings }: { readonly settings: Schema<"JwtSettings"> }): ReactNode {
  const initial = {
    access: Math.round(settings.tokenExpirationTime / MINUTE_SECONDS),
    refresh: Math.round(settings.refreshTokenExpTime / MINUTE_SECONDS),
    issuer: settings.tokenIssuer,
    hasNewKey: false,
  };
  const { values, set } = useFields(initial);
  const queries = useQueryClient();
  const confirm = useConfirm();
  const save = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/api/admin/jwtSettings", {
          body: {
            tokenExpirationTime: secondsOf(values.access, settings.tokenExpirationTime),
            refreshTokenExpTime: secondsOf(values.refresh, settings.refreshTokenExpTime),
            tokenIssuer: values.issuer.trim(),
            tokenSigningKey: values.hasNewKey ? newKey() : null,
          },
        }),
      ),
    onSuccess: async (pair) => {
      session.begin(pair);
      notifications.show({ color: "teal", message: "The settings are in force. Everybody else signs in anew." });
      await queries.invalidateQueries({ queryKey: ["token-settings"] });
    },
  });
  const askAndSave = async (): Promise<void> => {
    const text =
      "Every session of every user ends at once, in browsers and in programs; each has to sign in anew. You stay signed in here. API keys go on working.";
    if (await confirm({ title: "End all sessions?", text, action: "Save and end all sessions" })) save.mutate();
  };
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial);
  useUnsaved(() => isChanged);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void askAndSave();
      }}
    >
      <Paper withBorder p="md">
        <Stack>
          <Title order={2} size="h5">
            Sessions
          </Title>
          <Alert
            color="yellow"
            variant="light"
            icon={<TriangleAlert size={18} aria-hidden />}
            title="A save ends all sessions of everybody"
          >
            Tokens that were given before are refused from then on. Choose a quiet time.
          </Alert>
          <FormProblem error={save.error}>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <CountField
                field="tokenExpirationTime"
                label="Access token lasts"
                description={`${inWords(values.access)}. After a sign-out elsewhere it is refused at once.`}
                suffix=" minutes"
                required
                min={ACCESS_MINUTES_MIN}
                value={values.access}
                onValue={(value) => set("access", value ?? ACCESS_MINUTES_MIN)}
              />
              <CountField
                field="refreshTokenExpTime"
                label="Session lasts without use"
                description={`${inWords(values.refresh)}. A browser that is open renews it by itself.`}
                suffix=" minutes"
                required
                min={REFRESH_MINUTES_MIN}
                value={values.refresh}
                onValue={(value) => set("refresh", value ?? REFRESH_MINUTES_MIN)}
              />
              <TextField
                field="tokenIssuer"
                label="Issuer"
                description="Named in tokens; programs may look at it."
                required
                maxLength={255}
                inputWrapperOrder={["label", "input", "error", "description"]}
                value={values.issuer}
                onChange={(event) => set("issuer", event.currentTarget.value)}
              />
            </SimpleGrid>
          </FormProblem>
          <Checkbox
            label="Sign with a new key"
            description="When somebody may have seen the present one. The new key is drawn at random and never shown."
            checked={values.hasNewKey}
            onChange={(event) => set("hasNewKey", event.currentTarget.checked)}
          />
          {save.isError && <ProblemAlert error={save.error} title="The settings were not saved" />}
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              The signing key itself is never shown.
            </Text>
            <BusyButton type="submit" color="red" isBusy={save.isPending} disabled={!isChanged}>
              Save and end all sessions
            </BusyButton>
          </Group>
        </Stack>
      </Paper>
    </form>
  );
}

/** A time that was set to the second elsewhere stays so until somebody changes it here. */
function secondsOf(minutes: number, present: number): number {
  return minutes === Math.round(present / MINUTE_SECONDS) ? present : minutes * MINUTE_SECONDS;
}

function newKey(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(KEY_BYTES))));
}

function inWords(minutes: number): string {
  const [amount, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, "day"] : minutes >= 60 ? [minutes / 60, "hour"] : [minutes, "minute"];
  return new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 1 }).format(
    amount,
  );
}
