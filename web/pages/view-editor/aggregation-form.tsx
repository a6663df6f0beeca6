// Selects how many values are combined into one: the function and its parameters.
import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { AGGREGATE_RULES } from "../../../src/core/analytics/view/aggregate-rules.ts";
import { choices } from "../../components/choices.ts";
import { AGGREGATIONS, aggregationOf, type AggregateFunction, type Parameter } from "./aggregation-words.ts";
import { ChoiceAt, DurationAt, FlagAt, NumberAt } from "./bound-fields.tsx";
import { FormulaAt, OF_SAMPLES } from "./formula-at.tsx";
import { InputsAt, inputNames } from "./inputs-at.tsx";
import { More } from "../../components/more.tsx";
import type { Place } from "./place.ts";
import type { FieldDraft } from "./view-draft.ts";

type AggregationDraft = NonNullable<FieldDraft["aggregation"]>;

interface AggregationFormProps {
  readonly aggregation: Place<AggregationDraft>;
  /** Attributes and device fields have one value for each device. */
  readonly isOfDimensions: boolean;
}

export function AggregationForm({ aggregation, isOfDimensions }: AggregationFormProps): ReactNode {
  const parameters = aggregationOf(aggregation.value?.fn)?.parameters ?? [];
  const used = parameters.filter((name) => !isOfDimensions || name === "p");
  const fieldOf = (name: Parameter): ReactNode => <ParameterField key={name} name={name} aggregation={aggregation} />;
  const rare = used.filter((name) => !MAIN.includes(name));
  return (
    <Stack gap="sm">
      <ChoiceAt
        at={aggregation.at("fn")}
        label="Aggregation"
        placeholder="By the kind of value"
        choices={AGGREGATIONS.filter(({ onDimensions }) => onDimensions || !isOfDimensions)}
        onChoice={(fn) => aggregation.set(fn && withFunction(aggregation.value ?? {}, fn, isOfDimensions))}
      />
      {used.filter((name) => MAIN.includes(name)).map(fieldOf)}
      {rare.length > 0 && <More words={["More options", "Fewer options"]}>{rare.map(fieldOf)}</More>}
    </Stack>
  );
}

const MAIN: readonly Parameter[] = ["p", "per", "state", "durationUnit", "expectedEveryMs"];

/** Keeps parameters that the new function takes as well. */
function withFunction(aggregation: AggregationDraft, fn: AggregateFunction, isOfDimensions: boolean): AggregationDraft {
  const { parameters, combines } = AGGREGATE_RULES[fn];
  const { combine, perSeries } = aggregation;
  const isKept = (name: string): boolean => {
    if (isOfDimensions) return name === "p" && fn === "percentile";
    if (name === "combine") return perSeries === true && combines.some((known) => known === combine);
    return parameters.some((known) => known === name);
  };
  const kept = Object.entries(aggregation).filter(([name]) => isKept(name));
  const needed = fn === "percentile" ? { p: 0.95 } : fn === "completeness" ? { expectedEveryMs: 60_000 } : {};
  return { fn, ...needed, ...Object.fromEntries(kept) };
}

const METHODS = choices({ locf: "A value holds until the next one", linear: "Linear between values" });
const RATE_UNITS = choices({ second: "Second", minute: "Minute", hour: "Hour", day: "Day" });
const DURATION_UNITS = choices({ ms: "Milliseconds", second: "Seconds", minute: "Minutes", hour: "Hours" });
const SHARES = choices({ known: "Time with a known value", bucket: "All time" });
const COMBINES = choices({
  sum: "Sum",
  avg: "Average",
  min: "Lowest",
  max: "Highest",
  newest: "Newest",
  oldest: "Oldest",
  weighted: "Weighted by time",
});

interface ParameterFieldProps {
  readonly name: Parameter;
  readonly aggregation: Place<AggregationDraft>;
}

function ParameterField({ name, aggregation }: ParameterFieldProps): ReactNode {
  const { value = {}, at } = aggregation;
  switch (name) {
    case "p":
      return (
        <NumberAt
          at={at(name)}
          label="Part that stays below"
          description="Between 0 and 1, such as 0.95"
          min={0}
          max={1}
          allowDecimal
        />
      );
    case "method":
      return <ChoiceAt at={at(name)} label="Between values" choices={METHODS} otherwise="locf" />;
    case "per":
      return <ChoiceAt at={at(name)} label="Per" choices={RATE_UNITS} otherwise="hour" />;
    case "state": {
      const names = inputNames(value.inputs);
      return (
        <FormulaAt
          at={at(name)}
          label="State"
          description="A condition, such as value == 'run' or value > 30"
          placeholder="value == true"
          names={names.length > 0 ? names : OF_SAMPLES.slice(0, 1)}
        />
      );
    }
    case "inputs":
      return <InputsAt inputs={at(name)} />;
    case "of":
      return <ChoiceAt at={at(name)} label="Share of" choices={SHARES} otherwise="known" />;
    case "durationUnit":
      return <ChoiceAt at={at(name)} label="Unit of the duration" choices={DURATION_UNITS} otherwise="second" />;
    case "carryIn":
      return (
        <FlagAt
          at={at(name)}
          label="Carry in the last earlier value"
          description="The last value from before the time range counts as the value at its start."
          otherwise
        />
      );
    case "lookbackMs":
      return <DurationAt at={at(name)} label="Look back at most" placeholder="7 days" />;
    case "maxGapMs":
      return <DurationAt at={at(name)} label="A value holds at most" placeholder="No limit" />;
    case "expectedEveryMs":
      return <DurationAt at={at(name)} label="Expected interval" />;
    case "perSeries":
      return (
        <FlagAt
          at={at(name)}
          label="Each device first"
          description="Devices that report often then do not count more than others."
        />
      );
    case "combine":
      return <Combine aggregation={aggregation} />;
  }
}

function Combine({ aggregation: { value = {}, at } }: Pick<ParameterFieldProps, "aggregation">): ReactNode {
  const rule = aggregationOf(value.fn);
  const isPooled = rule?.parameters.includes("perSeries") === true;
  if (rule === undefined || (isPooled && value.perSeries !== true)) return null;
  return (
    <ChoiceAt
      at={at("combine")}
      label="Combine devices in a row by"
      choices={COMBINES.filter(({ value: way }) => rule.combines.includes(way))}
      otherwise={rule.combine ?? "avg"}
    />
  );
}
