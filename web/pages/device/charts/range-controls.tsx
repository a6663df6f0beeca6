// Selects the time of the chart: presets that follow the present, two instants, steps and zooms.
import { ActionIcon, Button, Group, Popover, SegmentedControl, Select, Stack, Text, Tooltip } from "@mantine/core";

import { CalendarRange, ChevronLeft, ChevronRight, Radio, ZoomIn, ZoomOut, type LucideIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { TimeMove } from "../../../components/chart/time-chart.tsx";
import type { TimeWindow } from "../../../components/chart/time-series.ts";
import { LAST_RANGES, type LastRange } from "../../../components/ranges.ts";
import { TimeField } from "../../../components/time-field.tsx";
import { region } from "../../../words/format.ts";
import { words } from "../../../words/words.ts";
import { bounded, type TimeRange } from "./time-range.ts";

interface RangeControlsProps {
  readonly range: TimeRange;
  readonly window: TimeWindow;
  readonly onRange: (range: TimeRange) => void;
  readonly onMove: (move: TimeMove) => void;
}

const WORDS = words.device.charts.range;
const STEPS: readonly { readonly move: TimeMove; readonly label: string; readonly icon: LucideIcon }[] = [
  { move: "earlier", label: WORDS.earlier, icon: ChevronLeft },
  { move: "later", label: WORDS.later, icon: ChevronRight },
  { move: "closer", label: WORDS.closer, icon: ZoomIn },
  { move: "wider", label: WORDS.wider, icon: ZoomOut },
];
const BETWEEN = "between";

export function RangeControls({ range, window, onRange, onMove }: RangeControlsProps): ReactNode {
  const choose = (value: string | null): void => {
    const preset = LAST_RANGES.find((known) => known.value === value)?.value;
    if (preset !== undefined) onRange({ preset, window: null });
  };
  const value = range.window === null ? range.preset : BETWEEN;
  return (
    <Group gap="xs">
      <SegmentedControl
        aria-label={WORDS.label}
        visibleFrom="sm"
        size="sm"
        data={LAST_RANGES.map((preset) => ({ value: preset.value, label: preset.short }))}
        value={value}
        onChange={choose}
      />
      <Select
        aria-label={WORDS.label}
        hiddenFrom="sm"
        w={160}
        data={[
          ...LAST_RANGES.map((preset) => ({ value: preset.value, label: preset.label })),
          ...(range.window === null ? [] : [{ value: BETWEEN, label: WORDS.custom }]),
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
          {LAST_RANGES.find((preset) => preset.value === range.preset)?.label ?? WORDS.now}
        </Button>
      )}
    </Group>
  );
}

/** Their dropdowns are inside the popover: a click in one must not close the popover. */
const IN_POPOVER = { withSeconds: true, popoverProps: { withinPortal: false } };

interface TwoTimesProps {
  readonly window: TimeWindow;
  readonly preset: LastRange;
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
          {WORDS.custom}
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
            <TimeField {...IN_POPOVER} label={WORDS.from} ts={from} onTs={setStart} />
            <TimeField
              {...IN_POPOVER}
              label={WORDS.to}
              ts={to}
              onTs={setEnd}
              error={isBackwards ? WORDS.backwards : null}
            />
            <Text size="xs" c="dimmed">
              {WORDS.zone(region.timeZone)}
            </Text>
            <Button type="submit">{WORDS.show}</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
