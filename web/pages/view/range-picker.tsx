// Selects the time range of a view: as saved, back from now, or between two times of the viewer's clock.
import { Group, Select, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { rangeChange, type RunRange } from "./view-address.ts";
import { localText, tsOfLocalText } from "../../components/local-time.ts";
import { lastWords } from "./range-words.ts";
import { lastMillis } from "./view-address.ts";
import type { AddressChange } from "../../app/list-state.ts";
import { LAST_RANGES } from "../../components/ranges.ts";
import { words } from "../../words/words.ts";

const texts = words.view.range;

interface RangePickerProps {
  readonly range: RunRange;
  /** The saved range in words. */
  readonly saved: string;
  /** The range of the present report, for the initial values of the two times. */
  readonly shown: readonly [startTs: number, endTs: number] | null;
  readonly onChange: (change: AddressChange) => void;
}

const SAVED = "saved";
const BETWEEN = "between";
const DAY = 86_400_000;

export function RangePicker({ range, saved, shown, onChange }: RangePickerProps): ReactNode {
  const value = range.kind === "last" ? range.text : range.kind;
  const others = range.kind === "last" && !LAST_RANGES.some((choice) => choice.value === value);
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
    <Group gap="xs" align="flex-end" w={{ base: "100%", xs: "auto" }}>
      <Select
        label={texts.label}
        w={{ base: "100%", xs: 290 }}
        data={[
          { value: SAVED, label: texts.saved(saved) },
          ...LAST_RANGES.map((each) => ({ value: each.value, label: each.label })),
          ...(others ? [{ value, label: lastWords(value) }] : []),
          { value: BETWEEN, label: texts.custom },
        ]}
        value={value}
        onChange={choose}
      />
      {range.kind === "between" && (
        <>
          <TimeInput label={texts.from} ts={range.from} onTs={(from) => onChange(rangeChange({ ...range, from }))} />
          <TimeInput label={texts.to} ts={range.to} onTs={(to) => onChange(rangeChange({ ...range, to }))} />
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

/**
 * Uses the browser's own input, which people know from their phones. Committed when typing ends, because half a date is
 * a different date.
 */
export function TimeInput({ label, ts, onTs }: TimeInputProps): ReactNode {
  const [text, setText] = useState(() => localText(ts));
  const [seen, setSeen] = useState(ts);
  if (ts !== seen) {
    setSeen(ts);
    setText(localText(ts));
  }
  const commit = (): void => {
    const next = tsOfLocalText(text);
    if (next !== ts && (next !== null || text === "")) onTs(next);
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
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
      }}
    />
  );
}
