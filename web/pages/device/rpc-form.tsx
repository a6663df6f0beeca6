// The form for a call: method and parameters, whether to wait for the answer, and whether the platform keeps the call
// if the device is offline.
import { Button, Group, NumberInput, Paper, SegmentedControl, Stack, Switch, Text, Title } from "@mantine/core";
import { Send } from "lucide-react";
import { useState, type ReactNode } from "react";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { BusyButton } from "../../components/busy-button.tsx";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { jsonProblem, layOutJson } from "../../components/json-text.ts";
import { choices } from "../../components/choices.ts";
import { words } from "../../words/words.ts";
import type { Call } from "./rpc.ts";

const WORDS = words.device.rpc;

interface RpcFormProps {
  /** Initial values; null for an empty form. */
  readonly start: Call | null;
  readonly isBusy: boolean;
  readonly onSend: (call: Call) => void;
  readonly onStop: () => void;
}

const MINUTE = 60_000;
const LIFETIMES = choices({
  [10 * MINUTE]: WORDS.lifetimes.tenMinutes,
  [60 * MINUTE]: WORDS.lifetimes.hour,
  [24 * 60 * MINUTE]: WORDS.lifetimes.day,
  [7 * 24 * 60 * MINUTE]: WORDS.lifetimes.week,
});
/** The platform raises a shorter timeout, and does not hold a call longer than the maximum. */
export const TIMEOUT_SECONDS_MIN = 5;
export const TIMEOUT_SECONDS_MAX = 300;

export function RpcForm({ start, isBusy, onSend, onStop }: RpcFormProps): ReactNode {
  const { values, set, text, check } = useFields({
    method: start?.method ?? "",
    params: start?.params ?? "{}",
    isOneWay: start?.isOneWay ?? false,
    timeoutSeconds: (start?.timeoutMillis ?? 10_000) / 1000,
    isKept: start !== null && start.expirationTime !== null,
    lifetimeMillis: String(60 * MINUTE),
  });
  const [isChecked, setChecked] = useState(false);
  const problem = values.params.trim() === "" ? null : jsonProblem(values.params);
  return (
    <Paper
      withBorder
      p="md"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (problem !== null) return;
        const { method, params, isOneWay, timeoutSeconds, isKept, lifetimeMillis } = values;
        const expirationTime = isKept ? Date.now() + Number(lifetimeMillis) : null;
        onSend({ method: method.trim(), params, isOneWay, timeoutMillis: timeoutSeconds * 1000, expirationTime });
      }}
    >
      <Stack>
        <Title order={2} size="h4">
          {WORDS.title}
        </Title>
        <TextField
          {...text("method")}
          label={WORDS.method}
          placeholder="setValue"
          required
          spellCheck={false}
          autoComplete="off"
        />
        <TextAreaField
          {...text("params")}
          label={WORDS.parameters}
          description={WORDS.parametersHint}
          minRows={3}
          maxRows={14}
          spellCheck={false}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          error={isChecked ? problem : null}
          onBlur={() => {
            setChecked(true);
            if (problem === null) set("params", layOutJson(values.params));
          }}
        />
        <SegmentedControl
          aria-label={WORDS.answer}
          data={choices(WORDS.ways)}
          value={values.isOneWay ? "one" : "two"}
          onChange={(next) => set("isOneWay", next === "one")}
        />
        <Switch {...check("isKept")} label={WORDS.keep} description={WORDS.keepHint} />
        {values.isKept ? (
          <ChoiceSelect
            label={WORDS.keepFor}
            choices={LIFETIMES}
            value={values.lifetimeMillis}
            onValue={(next) => set("lifetimeMillis", next)}
          />
        ) : (
          <NumberInput
            label={WORDS.waitAtMost}
            suffix=" s"
            min={TIMEOUT_SECONDS_MIN}
            max={TIMEOUT_SECONDS_MAX}
            allowDecimal={false}
            clampBehavior="blur"
            value={values.timeoutSeconds}
            onChange={(next) => {
              if (typeof next === "number") set("timeoutSeconds", next);
            }}
          />
        )}
        <Group justify="flex-end">
          {isBusy && (
            <Button variant="default" onClick={onStop}>
              {WORDS.stopWaiting}
            </Button>
          )}
          <BusyButton type="submit" isBusy={isBusy} leftSection={<Send />}>
            {WORDS.send}
          </BusyButton>
        </Group>
        <Text size="xs" c="dimmed">
          {WORDS.methodsHint}
        </Text>
      </Stack>
    </Paper>
  );
}
