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
import { words } from "../../words/words.ts";

const WORDS = words.security;
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
      title: WORDS.endTitle,
      text: WORDS.endText,
      action: WORDS.saveAndEnd,
    }),
    done: WORDS.ended,
    onDone: (pair) => session.begin(pair),
    stale: ["token-settings"],
  });
  useUnsaved(() => isChanged);
  return (
    <Panel title={WORDS.sessions}>
      <Warning title={WORDS.endsTitle}>{WORDS.endsText}</Warning>
      <Form
        action={WORDS.saveAndEnd}
        work={save}
        failed={WORDS.notSaved}
        isChanged={isChanged}
        isDangerous
        onSubmit={save.run}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <CountField
            field="tokenExpirationTime"
            label={WORDS.accessToken}
            description={WORDS.accessTokenHelp(inWords(values.access))}
            suffix={WORDS.minutes}
            required
            min={ACCESS_MINUTES_MIN}
            value={values.access}
            onValue={(value) => set("access", value ?? ACCESS_MINUTES_MIN)}
          />
          <CountField
            field="refreshTokenExpTime"
            label={WORDS.idleSession}
            description={WORDS.idleSessionHelp(inWords(values.refresh))}
            suffix={WORDS.minutes}
            required
            min={REFRESH_MINUTES_MIN}
            value={values.refresh}
            onValue={(value) => set("refresh", value ?? REFRESH_MINUTES_MIN)}
          />
          <TextField
            {...text("issuer")}
            field="tokenIssuer"
            label={WORDS.issuer}
            description={WORDS.issuerHelp}
            required
            inputWrapperOrder={["label", "input", "error", "description"]}
          />
        </SimpleGrid>
        <Checkbox {...check("hasNewKey")} label={WORDS.newKey} description={WORDS.newKeyHelp} />
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
  const { durations } = WORDS;
  if (minutes % 1440 === 0) return durations.day(minutes / 1440);
  return minutes >= 60 ? durations.hour(Math.round(minutes / 6) / 10) : durations.minute(minutes);
}
