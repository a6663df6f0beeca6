// What a switch switches: the device, its shared attribute, and the two values.
import { Autocomplete, Group, SegmentedControl, Stack, Switch, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { AttributeSwitchOptions } from "../../../src/core/dashboards/panel-options-schema.ts";
import { parseJson } from "../../api/json.ts";
import { choices } from "../../components/choices.ts";
import type { DashboardPanel } from "../dashboard/configuration.ts";
import { switchOptions } from "../dashboard/panel-options.ts";
import { useKnownKeys } from "../view-editor/known-keys.ts";
import { DESCRIPTION_BELOW } from "../../components/form-fields.tsx";
import { words } from "../../words/words.ts";
import { NO_KEYS } from "./dashboard-draft.ts";
import { DeviceForm } from "./device-form.tsx";

interface SwitchFormProps {
  readonly panel: DashboardPanel;
  readonly onPanel: (change: Partial<DashboardPanel>, step: string) => void;
}

const WORDS = words.dashboardEditor.switchForm;
const KEY_CHARS_MAX = 255;
const LABEL_CHARS_MAX = 64;
const VALUES = choices(WORDS.valueTypes);

export function SwitchForm({ panel, onPanel }: SwitchFormProps): ReactNode {
  const { source } = panel;
  const options = switchOptions(panel.options);
  const set = (change: Partial<AttributeSwitchOptions>, step: string): void =>
    onPanel({ options: { ...panel.options, ...change } }, step);
  const known = useKnownKeys("", "attribute").data ?? [];
  const keys = source?.type === "keys" ? source : NO_KEYS;
  const isBoolean = options.on === true && options.off === false;
  return (
    <Stack gap="md">
      <DeviceForm source={source} onSource={(next, step) => onPanel({ source: next }, step)} />
      <Autocomplete
        label={WORDS.attribute}
        placeholder="pumpOn"
        required
        maxLength={KEY_CHARS_MAX}
        limit={20}
        data={[...new Set(known.map(({ key }) => key))]}
        value={keys.keys[0] ?? ""}
        onChange={(key) => onPanel({ source: { ...keys, keys: key === "" ? [] : [key] } }, "key")}
      />
      <SegmentedControl
        aria-label={WORDS.values}
        data={VALUES}
        value={isBoolean ? "boolean" : "given"}
        onChange={(next) => set(next === "boolean" ? { on: true, off: false } : { on: 1, off: 0 }, "values")}
      />
      {!isBoolean && (
        <Group grow align="flex-start">
          <ValueInput label={WORDS.whenOn} value={options.on} onValue={(on) => set({ on }, "on")} />
          <ValueInput label={WORDS.whenOff} value={options.off} onValue={(off) => set({ off }, "off")} />
        </Group>
      )}
      <Group grow>
        <TextInput
          label={WORDS.onLabel}
          placeholder={words.dashboard.switchPanel.on}
          maxLength={LABEL_CHARS_MAX}
          value={options.onLabel}
          onChange={(event) => set({ onLabel: event.currentTarget.value }, "onLabel")}
        />
        <TextInput
          label={WORDS.offLabel}
          placeholder={words.dashboard.switchPanel.off}
          maxLength={LABEL_CHARS_MAX}
          value={options.offLabel}
          onChange={(event) => set({ offLabel: event.currentTarget.value }, "offLabel")}
        />
      </Group>
      <Switch
        label={words.dashboardEditor.button.confirm}
        checked={options.confirm}
        onChange={(event) => set({ confirm: event.currentTarget.checked }, "confirm")}
      />
    </Stack>
  );
}

interface ValueInputProps {
  readonly label: string;
  readonly value: string | number | boolean;
  readonly onValue: (value: string | number | boolean) => void;
}

/** What spells a number is one; in quotation marks, it is a text. */
function ValueInput({ label, value, onValue }: ValueInputProps): ReactNode {
  const isText = typeof value === "string" && !isScalar(parseJson(value));
  return (
    <TextInput
      label={label}
      description={WORDS.savedAs[kindOf(value)]}
      inputWrapperOrder={DESCRIPTION_BELOW}
      maxLength={KEY_CHARS_MAX}
      value={isText ? value : JSON.stringify(value)}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        const json = parseJson(typed);
        onValue(isScalar(json) ? json : typed);
      }}
    />
  );
}

function kindOf(value: string | number | boolean): keyof typeof WORDS.savedAs {
  return typeof value === "string" ? "string" : typeof value === "number" ? "number" : "boolean";
}

function isScalar(json: unknown): json is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof json);
}
