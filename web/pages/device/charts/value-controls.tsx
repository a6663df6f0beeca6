// Selects how many values are combined into one, the interval, which keys share an axis, and thresholds.
import { ChoiceSelect } from "../../../components/choice-select.tsx";
import { choices } from "../../../components/choices.ts";
import { Button, Group, Select } from "@mantine/core";
import { Ruler } from "lucide-react";
import { useState, type ReactNode } from "react";
import { words } from "../../../words/words.ts";
import type { Aggregation, Axes, ChartChoice } from "./chart-address.ts";
import { INTERVALS, intervalLabel, isComputable } from "./intervals.ts";
import { ThresholdsDialog } from "./thresholds-dialog.tsx";

interface ValueControlsProps {
  readonly choice: Pick<ChartChoice, "aggregation" | "interval" | "axes" | "thresholds">;
  readonly spanMillis: number;
  /** The interval shown, 0 for raw values. */
  readonly intervalMillis: number;
  readonly hasSeveralKeys: boolean;
  /** Those of numbers. */
  readonly numberKeys: readonly string[];
  readonly onChoice: (choice: Partial<ChartChoice>) => void;
}

const WORDS = words.device.charts;
const AGGREGATIONS = choices<Aggregation>(WORDS.aggregation.choices);
const AXIS_CHOICES = choices<Axes>(WORDS.axes.choices);
const FITTING = "fitting";

export function ValueControls(props: ValueControlsProps): ReactNode {
  const { choice, spanMillis, intervalMillis, hasSeveralKeys, numberKeys, onChoice } = props;
  const { aggregation, interval, axes, thresholds } = choice;
  const [isChoosing, setChoosing] = useState(false);
  const millis = INTERVALS.map((known) => known.millis).filter((one) => one <= spanMillis);
  const listed = interval === null || millis.includes(interval) ? millis : [...millis, interval];
  return (
    <Group gap="sm" align="flex-end">
      <ChoiceSelect
        label={WORDS.aggregation.label}
        w={{ base: "100%", xs: 250 }}
        choices={AGGREGATIONS}
        value={aggregation}
        onValue={(value) => onChoice({ aggregation: value })}
      />
      {aggregation !== "none" && (
        <Select
          label={WORDS.interval.label}
          w={{ base: "47%", xs: 220 }}
          data={[
            {
              value: FITTING,
              label:
                interval === null && intervalMillis > 0
                  ? WORDS.interval.autoIs(intervalLabel(intervalMillis))
                  : WORDS.interval.auto,
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
        <ChoiceSelect
          label={WORDS.axes.label}
          w={{ base: "47%", xs: 180 }}
          choices={AXIS_CHOICES}
          value={axes}
          onValue={(value) => onChoice({ axes: value })}
        />
      )}
      {numberKeys.length > 0 && (
        <Button variant="default" leftSection={<Ruler />} onClick={() => setChoosing(true)}>
          {words.dashboardEditor.options.thresholds}
        </Button>
      )}
      {isChoosing && (
        <ThresholdsDialog
          keys={numberKeys}
          thresholds={thresholds}
          onThresholds={(next) => onChoice({ thresholds: next })}
          onClose={() => setChoosing(false)}
        />
      )}
    </Group>
  );
}
