// How many values become one: the function, and its parameters.
import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { AGGREGATIONS, aggregationOf, type Parameter } from "./aggregation-words.ts";
import { ChoiceAt, DurationAt, FlagAt, NumberAt } from "./bound-fields.tsx";
import { recordAt, textAt, valueAt, type Json, type Path } from "./document.ts";
import { useEditing } from "./editing.ts";
import { FormulaAt, OF_SAMPLES } from "./formula-at.tsx";
import { InputsAt, inputNames } from "./inputs-at.tsx";
import { More } from "../../components/more.tsx";

interface AggregationFormProps {
  readonly field: Path;
  /** Attributes and device fields have one value for each device. */
  readonly isOfDimensions: boolean;
}

export function AggregationForm({ field, isOfDimensions }: AggregationFormProps): ReactNode {
  const { view, set } = useEditing();
  const path = [...field, "aggregation"];
  const parameters = aggregationOf(textAt(view, [...path, "fn"]))?.parameters ?? [];
  const used = parameters.filter((name) => !isOfDimensions || name === "p");
  const fieldOf = (name: Parameter): ReactNode => <ParameterField key={name} name={name} path={path} />;
  const rare = used.filter((name) => !MAIN.includes(name));
  return (
    <Stack gap="sm">
      <ChoiceAt
        path={[...path, "fn"]}
        label="Aggregation"
        placeholder="By the kind of value"
        choices={AGGREGATIONS.filter(({ onDimensions }) => onDimensions || !isOfDimensions)}
        onChoice={(fn) => set(path, fn === null ? undefined : withFunction(recordAt(view, path), fn, isOfDimensions))}
      />
      {used.filter((name) => MAIN.includes(name)).map(fieldOf)}
      {rare.length > 0 && (
        <More words={["More of the aggregation", "Less of the aggregation"]}>{rare.map(fieldOf)}</More>
      )}
    </Stack>
  );
}

const MAIN: readonly Parameter[] = ["p", "per", "state", "durationUnit", "expectedEveryMs"];

/** Keeps what the other function takes as well. */
function withFunction(aggregation: Json, fn: string, isOfDimensions: boolean): Json {
  const rule = aggregationOf(fn);
  const kept = Object.entries(aggregation).filter(([name, value]) => {
    if (isOfDimensions) return name === "p" && fn === "percentile";
    if (rule?.parameters.some((known) => known === name) !== true) return false;
    return name !== "combine" || (aggregation["perSeries"] === true && rule.combines.some((one) => one === value));
  });
  const needed: Json = fn === "percentile" ? { p: 0.95 } : fn === "completeness" ? { expectedEveryMs: 60_000 } : {};
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

function ParameterField({ name, path }: { readonly name: Parameter; readonly path: Path }): ReactNode {
  const { view } = useEditing();
  const place = [...path, name];
  switch (name) {
    case "p":
      return (
        <NumberAt
          path={place}
          label="Part that stays below"
          description="Between 0 and 1, such as 0.95"
          min={0}
          max={1}
          isWhole={false}
        />
      );
    case "method":
      return <ChoiceAt path={place} label="Between values" choices={METHODS} otherwise="locf" />;
    case "per":
      return <ChoiceAt path={place} label="Per" choices={RATE_UNITS} otherwise="hour" />;
    case "state": {
      const names = inputNames(view, [...path, "inputs"]);
      return (
        <FormulaAt
          path={place}
          label="State"
          description="A condition, such as value == 'run' or value > 30"
          placeholder="value == true"
          names={names.length > 0 ? names : OF_SAMPLES.slice(0, 1)}
        />
      );
    }
    case "inputs":
      return <InputsAt path={place} />;
    case "of":
      return <ChoiceAt path={place} label="Share of" choices={SHARES} otherwise="known" />;
    case "durationUnit":
      return <ChoiceAt path={place} label="Unit of the duration" choices={DURATION_UNITS} otherwise="second" />;
    case "carryIn":
      return (
        <FlagAt
          path={place}
          label="Carry in the last earlier value"
          description="The last value from before the time range counts as the value at its start."
          otherwise
        />
      );
    case "lookbackMs":
      return <DurationAt path={place} label="Look back at most" placeholder="7 days" />;
    case "maxGapMs":
      return <DurationAt path={place} label="A value holds at most" placeholder="No limit" />;
    case "expectedEveryMs":
      return <DurationAt path={place} label="Expected interval" />;
    case "perSeries":
      return (
        <FlagAt
          path={place}
          label="Each device first"
          description="Devices that report often then count no more than others."
        />
      );
    case "combine":
      return <Combine path={path} />;
  }
}

function Combine({ path }: { readonly path: Path }): ReactNode {
  const { view } = useEditing();
  const rule = aggregationOf(textAt(view, [...path, "fn"]));
  const isPooled = rule?.parameters.includes("perSeries") === true;
  if (rule === undefined || (isPooled && valueAt(view, [...path, "perSeries"]) !== true)) return null;
  return (
    <ChoiceAt
      path={[...path, "combine"]}
      label="Combine devices in a row by"
      choices={COMBINES.filter(({ value }) => rule.combines.includes(value))}
      otherwise={rule.combine ?? "avg"}
    />
  );
}
