// How many values become one, over which interval, and which share an axis.
import { Group, Select } from "@mantine/core";
import type { ReactNode } from "react";
import { AGGREGATIONS, AXES, type Aggregation, type Axes, type ChartChoice } from "./chart-address.ts";
import { INTERVALS, intervalLabel, isComputable } from "./intervals.ts";

interface ValueControlsProps {
  readonly choice: Pick<ChartChoice, "aggregation" | "interval" | "axes">;
  readonly spanMillis: number;
  /** The interval that is shown, 0 for single values. */
  readonly intervalMillis: number;
  readonly hasSeveralKeys: boolean;
  readonly onChoice: (choice: Partial<ChartChoice>) => void;
}

const AGGREGATION_LABELS: Readonly<Record<Aggregation, string>> = {
  auto: "Average with its range",
  none: "Each value",
  avg: "Average",
  min: "Minimum",
  max: "Maximum",
  sum: "Sum",
  count: "Number of values",
};
const AXES_LABELS: Readonly<Record<Axes, string>> = {
  fitting: "By size of values",
  one: "One for all",
  own: "One for each key",
};
const FITTING = "fitting";

export function ValueControls(props: ValueControlsProps): ReactNode {
  const { choice, spanMillis, intervalMillis, hasSeveralKeys, onChoice } = props;
  const { aggregation, interval, axes } = choice;
  const millis = INTERVALS.map((known) => known.millis).filter((one) => one <= spanMillis);
  const listed = interval === null || millis.includes(interval) ? millis : [...millis, interval];
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Values"
        w={{ base: "100%", xs: 250 }}
        allowDeselect={false}
        data={AGGREGATIONS.map((value) => ({ value, label: AGGREGATION_LABELS[value] }))}
        value={aggregation}
        onChange={(value) => {
          const next = AGGREGATIONS.find((known) => known === value);
          if (next !== undefined) onChoice({ aggregation: next });
        }}
      />
      {aggregation !== "none" && (
        <Select
          label="Interval"
          w={{ base: "47%", xs: 220 }}
          allowDeselect={false}
          data={[
            {
              value: FITTING,
              label: interval === null && intervalMillis > 0 ? `Fitting: ${intervalLabel(intervalMillis)}` : "Fitting",
            },
            ...listed.map((one) => ({
              value: String(one),
              label: intervalLabel(one),
              disabled: !isComputable(spanMillis, one),
            })),
          ]}
          value={interval === null ? FITTING : String(interval)}
          onChange={(value) => onChoice({ interval: value === FITTING || value === null ? null : Number(value) })}
        />
      )}
      {hasSeveralKeys && (
        <Select
          label="Axes"
          w={{ base: "47%", xs: 180 }}
          allowDeselect={false}
          data={AXES.map((value) => ({ value, label: AXES_LABELS[value] }))}
          value={axes}
          onChange={(value) => {
            const next = AXES.find((known) => known === value);
            if (next !== undefined) onChoice({ axes: next });
          }}
        />
      )}
    </Group>
  );
}
