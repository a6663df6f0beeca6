// Over which time a view runs: as it was saved, back from now, or between two times of the viewer's clock.
import { Group, Select, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { rangeChange, type RunRange } from "./view-address.ts";
import { lastMillis } from "./view-address.ts";
import type { AddressChange } from "../../app/list-state.ts";

interface RangePickerProps {
  readonly range: RunRange;
  /** The saved range in words. */
  readonly saved: string;
  /** What the report at hand was computed over, for the first values of the two times. */
  readonly shown: readonly [startTs: number, endTs: number] | null;
  readonly onChange: (change: AddressChange) => void;
}

const LAST = [
  { value: "15m", label: "Last 15 minutes" },
  { value: "1h", label: "Last hour" },
  { value: "6h", label: "Last 6 hours" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
  { value: "365d", label: "Last 365 days" },
] as const;
const SAVED = "saved";
const BETWEEN = "between";
const DAY = 86_400_000;

export function RangePicker({ range, saved, shown, onChange }: RangePickerProps): ReactNode {
  const value = range.kind === "last" ? range.text : range.kind;
  const others = range.kind === "last" && !LAST.some((choice) => choice.value === value);
  const choose = (next: string | null): void => {
    const millis = lastMillis(next ?? "");
    if (next === null || next === SAVED) onChange(rangeChange({ kind: "saved" }));
    else if (millis !== null) onChange(rangeChange({ kind: "last", text: next, millis }));
    else {
      const [from, to] = shown ?? [Date.now() - DAY, Date.now()];
      onChange(rangeChange({ kind: "between", from, to }));
    }
  };
  return (
    <Group gap="xs" align="flex-end">
      <Select
        label="Range"
        w={{ base: "100%", xs: 250 }}
        allowDeselect={false}
        data={[
          { value: SAVED, label: `As saved: ${saved}` },
          ...LAST,
          ...(others ? [{ value, label: `Last ${value}` }] : []),
          { value: BETWEEN, label: "Between two times" },
        ]}
        value={value}
        onChange={choose}
      />
      {range.kind === "between" && (
        <>
          <TimeInput label="From" ts={range.from} onTs={(from) => onChange(rangeChange({ ...range, from }))} />
          <TimeInput label="To" ts={range.to} onTs={(to) => onChange(rangeChange({ ...range, to }))} />
        </>
      )}
    </Group>
  );
}

interface TimeInputProps {
  readonly label: string;
  readonly ts: number | null;
  readonly onTs: (ts: number | null) => void;
}

/** The browser's own, which people know from their phones. Told when one has finished, since half a date is another one. */
export function TimeInput({ label, ts, onTs }: TimeInputProps): ReactNode {
  const [text, setText] = useState(() => localText(ts));
  const [seen, setSeen] = useState(ts);
  if (ts !== seen) {
    setSeen(ts);
    setText(localText(ts));
  }
  const tell = (): void => {
    const next = text === "" ? null : new Date(text).getTime();
    if (next !== ts && !Number.isNaN(next)) onTs(next);
  };
  return (
    <TextInput
      label={label}
      type="datetime-local"
      step={1}
      max="2099-12-31T23:59:59"
      w={{ base: "100%", xs: 220 }}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={tell}
      onKeyDown={(event) => {
        if (event.key === "Enter") tell();
      }}
    />
  );
}

/** As the input writes it, by the clock of the viewer. */
function localText(ts: number | null): string {
  if (ts === null) return "";
  const shifted = new Date(ts - new Date(ts).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19);
}
