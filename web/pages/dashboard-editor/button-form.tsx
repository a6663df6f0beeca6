// What a button calls: the device, the method and its parameters.
import { NumberInput, SegmentedControl, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { RpcButtonOptions } from "../../../src/core/dashboards/panel-options-schema.ts";
import { choices } from "../../components/choices.ts";
import { jsonProblem, layOutJson } from "../../components/json-text.ts";
import type { DashboardPanel } from "../dashboard/configuration.ts";
import { rpcOptions } from "../dashboard/panel-options.ts";
import { TIMEOUT_SECONDS_MAX, TIMEOUT_SECONDS_MIN } from "../device/rpc-form.tsx";
import { words } from "../../words/words.ts";
import { DeviceForm } from "./device-form.tsx";

interface ButtonFormProps {
  readonly panel: DashboardPanel;
  readonly onPanel: (change: Partial<DashboardPanel>, step: string) => void;
}

const WORDS = words.dashboardEditor.button;
const METHOD_CHARS_MAX = 255;
const PARAMS_CHARS_MAX = 16_384;
const LABEL_CHARS_MAX = 64;

export function ButtonForm({ panel, onPanel }: ButtonFormProps): ReactNode {
  const options = rpcOptions(panel.options);
  const { method, params, oneWay, timeoutSeconds, label, confirm } = options;
  const set = (change: Partial<RpcButtonOptions>, step: string): void =>
    onPanel({ options: { ...panel.options, ...change } }, step);
  const [isLeft, setLeft] = useState(false);
  const problem = params.trim() === "" ? null : jsonProblem(params);
  return (
    <Stack gap="md">
      <DeviceForm source={panel.source} onSource={(next, step) => onPanel({ source: next }, step)} />
      <TextInput
        label={WORDS.method}
        placeholder="setValue"
        required
        spellCheck={false}
        autoComplete="off"
        maxLength={METHOD_CHARS_MAX}
        value={method}
        onChange={(event) => set({ method: event.currentTarget.value }, "method")}
      />
      <Textarea
        label={WORDS.params}
        description={WORDS.paramsSay}
        autosize
        minRows={3}
        maxRows={14}
        maxLength={PARAMS_CHARS_MAX}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        error={isLeft ? problem : null}
        value={params}
        onChange={(event) => set({ params: event.currentTarget.value }, "params")}
        onBlur={() => {
          setLeft(true);
          if (problem === null) set({ params: layOutJson(params) }, "params");
        }}
      />
      <SegmentedControl
        aria-label={WORDS.answer}
        data={choices(WORDS.answers)}
        value={oneWay ? "one" : "two"}
        onChange={(next) => set({ oneWay: next === "one" }, "oneWay")}
      />
      <NumberInput
        label={WORDS.timeout}
        suffix=" s"
        min={TIMEOUT_SECONDS_MIN}
        max={TIMEOUT_SECONDS_MAX}
        allowDecimal={false}
        clampBehavior="blur"
        value={timeoutSeconds}
        onChange={(next) => {
          if (typeof next === "number") set({ timeoutSeconds: next }, "timeout");
        }}
      />
      <TextInput
        label={WORDS.label}
        placeholder={method === "" ? WORDS.usualLabel : method}
        maxLength={LABEL_CHARS_MAX}
        value={label}
        onChange={(event) => set({ label: event.currentTarget.value }, "label")}
      />
      <Switch
        label={WORDS.confirm}
        checked={confirm}
        onChange={(event) => set({ confirm: event.currentTarget.checked }, "confirm")}
      />
    </Stack>
  );
}
