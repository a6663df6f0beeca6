// The lifetime of sessions. A save ends all sessions; the page says so beforehand.
import { Checkbox, SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import { api, ask, session } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { useAction } from "../../app/use-action.ts";
import { CountField, TextField } from "../../components/form-fields.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { Panel } from "../../components/panel.tsx";
import { useUnsaved } from "../../components/use-unsaved.ts";
import { Warning } from "../../components/warning.tsx";

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
  const { values, set, text, check, isChanged } = useFields(initial);
  const save = useAction({
    call: () =>
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
    question: () => ({
      title: "End all sessions?",
      text: "All sessions end at once, in browsers and in programs, and all users have to sign in again. You stay signed in here. API keys keep working.",
      action: "Save and end all sessions",
    }),
    done: "The settings are in effect. All other users have to sign in again.",
    onDone: (pair) => session.begin(pair),
    stale: ["token-settings"],
  });
  useUnsaved(() => isChanged);
  return (
    <Panel title="Sessions">
      <Warning title="Saving ends the sessions of all users">
        Existing tokens stop working. Choose a quiet time.
      </Warning>
      <Form
        action="Save and end all sessions"
        work={save}
        failed="The settings were not saved"
        isChanged={isChanged}
        isDangerous
        onSubmit={save.run}
      >
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
            label="Idle session lasts"
            description={`${inWords(values.refresh)}. An open browser renews it.`}
            suffix=" minutes"
            required
            min={REFRESH_MINUTES_MIN}
            value={values.refresh}
            onValue={(value) => set("refresh", value ?? REFRESH_MINUTES_MIN)}
          />
          <TextField
            {...text("issuer")}
            field="tokenIssuer"
            label="Issuer"
            description="Included in tokens, for programs that check it."
            required
            inputWrapperOrder={["label", "input", "error", "description"]}
          />
        </SimpleGrid>
        <Checkbox
          {...check("hasNewKey")}
          label="Sign with a new key"
          description="Use this if somebody may have seen the current key. The new key is random and never shown."
        />
      </Form>
    </Panel>
  );
}

/** A time that was set to the second elsewhere stays unchanged until it is edited here. */
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
