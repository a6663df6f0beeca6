// Selects the time of the chart: presets that follow the present, two instants, steps and zooms.
import "@mantine/dates/styles.css";
import { ActionIcon, Button, Group, Popover, SegmentedControl, Select, Stack, Text, Tooltip } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { CalendarRange, ChevronLeft, ChevronRight, Radio, ZoomIn, ZoomOut, type LucideIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { TimeMove } from "../../../components/chart/time-chart.tsx";
import type { TimeWindow } from "../../../components/chart/time-series.ts";
import { bounded, PRESETS, type Preset, type TimeRange } from "./time-range.ts";

interface RangeControlsProps {
  readonly range: TimeRange;
  readonly window: TimeWindow;
  readonly onRange: (range: TimeRange) => void;
  readonly onMove: (move: TimeMove) => void;
}

const STEPS: readonly { readonly move: TimeMove; readonly label: string; readonly icon: LucideIcon }[] = [
  { move: "earlier", label: "Earlier", icon: ChevronLeft },
  { move: "later", label: "Later", icon: ChevronRight },
  { move: "closer", label: "Zoom in", icon: ZoomIn },
  { move: "wider", label: "Zoom out", icon: ZoomOut },
];
const SHORT_RANGE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const BETWEEN = "between";

export function RangeControls({ range, window, onRange, onMove }: RangeControlsProps): ReactNode {
  const choose = (value: string | null): void => {
    const preset = PRESETS.find((known) => known.value === value)?.value;
    if (preset !== undefined) onRange({ preset, window: null });
  };
  const value = range.window === null ? range.preset : BETWEEN;
  return (
    <Group gap="xs">
      <SegmentedControl
        aria-label="Time"
        visibleFrom="sm"
        size="sm"
        data={PRESETS.map((preset) => ({ value: preset.value, label: preset.short }))}
        value={value}
        onChange={choose}
      />
      <Select
        aria-label="Time"
        hiddenFrom="sm"
        w={160}
        data={[
          ...PRESETS.map((preset) => ({ value: preset.value, label: preset.label })),
          ...(range.window === null ? [] : [{ value: BETWEEN, label: "Custom range" }]),
        ]}
        value={value}
        onChange={choose}
      />
      <TwoTimes window={window} onRange={onRange} preset={range.preset} />
      <Group gap={4} wrap="nowrap">
        {STEPS.map(({ move, label, icon: Icon }) => (
          <Tooltip key={move} label={label}>
            <ActionIcon variant="default" size={36} aria-label={label} onClick={() => onMove(move)}>
              <Icon size={18} />
            </ActionIcon>
          </Tooltip>
        ))}
      </Group>
      {range.window !== null && (
        <Button variant="light" leftSection={<Radio />} onClick={() => onMove("back")}>
          {PRESETS.find((preset) => preset.value === range.preset)?.label ?? "Now"}
        </Button>
      )}
    </Group>
  );
}

interface TwoTimesProps {
  readonly window: TimeWindow;
  readonly preset: Preset;
  readonly onRange: (range: TimeRange) => void;
}

function TwoTimes({ window, preset, onRange }: TwoTimesProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [start, setStart] = useState<number | null>(null);
  const [end, setEnd] = useState<number | null>(null);
  const from = start ?? window.startTs;
  const to = end ?? window.endTs;
  const isBackwards = to <= from;
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withArrow shadow="md" position="bottom-start">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<CalendarRange />}
          onClick={() => {
            setStart(null);
            setEnd(null);
            setOpen(!isOpen);
          }}
        >
          Times
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isBackwards) return;
            setOpen(false);
            onRange({ preset, window: bounded(from, to) });
          }}
        >
          <Stack gap="sm" w={250}>
            <TimeField label="From" ts={from} onTs={setStart} />
            <TimeField
              label="To"
              ts={to}
              onTs={setEnd}
              error={isBackwards ? "Choose a time after the first one" : null}
            />
            <Text size="xs" c="dimmed">
              Times are those of {Intl.DateTimeFormat().resolvedOptions().timeZone}.
            </Text>
            <Button type="submit">Show</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly ts: number;
  readonly onTs: (ts: number) => void;
  readonly error?: string | null;
}

function TimeField({ label, ts, onTs, error }: TimeFieldProps): ReactNode {
  return (
    <DateTimePicker
      label={label}
      withSeconds
      error={error}
      // This dropdown is inside the popover: a click in it must not close the popover.
      popoverProps={{ withinPortal: false }}
      value={new Date(ts)}
      onChange={(value) => {
        if (value !== null) onTs(new Date(value).getTime());
      }}
    />
  );
}

export function windowText({ startTs, endTs }: TimeWindow): string {
  return SHORT_RANGE.formatRange(new Date(startTs), new Date(endTs));
}
