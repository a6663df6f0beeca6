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
import { words } from "../../words/words.ts";

const texts = words.viewEditor.aggregation;

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
        label={texts.label}
        placeholder={texts.placeholder}
        choices={AGGREGATIONS.filter(({ onDimensions }) => onDimensions || !isOfDimensions)}
        onChoice={(fn) => aggregation.set(fn && withFunction(aggregation.value ?? {}, fn, isOfDimensions))}
      />
      {used.filter((name) => MAIN.includes(name)).map(fieldOf)}
      {rare.length > 0 && <More words={[texts.more, texts.fewer]}>{rare.map(fieldOf)}</More>}
    </Stack>
  );
}

const STATE_EXAMPLE = "value == true";
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

const METHODS = choices(texts.methods);
const RATE_UNITS = choices(texts.rateUnits);
const DURATION_UNITS = choices(texts.durationUnits);
const SHARES = choices(texts.shares);
const COMBINES = choices(texts.combines);

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
          label={texts.percentile}
          description={texts.percentileSays}
          min={0}
          max={1}
          allowDecimal
        />
      );
    case "method":
      return <ChoiceAt at={at(name)} label={texts.method} choices={METHODS} otherwise="locf" />;
    case "per":
      return <ChoiceAt at={at(name)} label={texts.per} choices={RATE_UNITS} otherwise="hour" />;
    case "state": {
      const names = inputNames(value.inputs);
      return (
        <FormulaAt
          at={at(name)}
          label={texts.state}
          description={texts.stateSays}
          placeholder={STATE_EXAMPLE}
          names={names.length > 0 ? names : OF_SAMPLES.slice(0, 1)}
        />
      );
    }
    case "inputs":
      return <InputsAt inputs={at(name)} />;
    case "of":
      return <ChoiceAt at={at(name)} label={texts.shareOf} choices={SHARES} otherwise="known" />;
    case "durationUnit":
      return <ChoiceAt at={at(name)} label={texts.durationUnit} choices={DURATION_UNITS} otherwise="second" />;
    case "carryIn":
      return <FlagAt at={at(name)} label={texts.carryIn} description={texts.carryInSays} otherwise />;
    case "lookbackMs":
      return <DurationAt at={at(name)} label={texts.lookback} placeholder={texts.lookbackPlaceholder} />;
    case "maxGapMs":
      return <DurationAt at={at(name)} label={texts.maxGap} placeholder={texts.maxGapPlaceholder} />;
    case "expectedEveryMs":
      return <DurationAt at={at(name)} label={texts.expected} />;
    case "perSeries":
      return <FlagAt at={at(name)} label={texts.perSeries} description={texts.perSeriesSays} />;
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
      label={texts.combine}
      choices={COMBINES.filter(({ value: way }) => rule.combines.includes(way))}
      otherwise={rule.combine ?? "avg"}
    />
  );
}
