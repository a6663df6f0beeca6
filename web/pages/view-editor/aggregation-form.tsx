// How many values become one: the function in words, and what else it can be told.
import { Button, Collapse, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { AGGREGATIONS, aggregationOf, type Parameter } from "./aggregation-words.ts";
import { ChoiceAt, FlagAt, NumberAt, type Choice } from "./bound-fields.tsx";
import { recordAt, textAt, valueAt, type Json, type Path } from "./document.ts";
import { DurationAt } from "./duration-at.tsx";
import { useEditing } from "./editing.ts";
import { FormulaAt, OF_SAMPLES } from "./formula-at.tsx";
import { InputsAt, inputNames } from "./inputs-at.tsx";

interface AggregationFormProps {
  readonly field: Path;
  /** Attributes and device fields have one value a device. */
  readonly isOfDimensions: boolean;
}

export function AggregationForm({ field, isOfDimensions }: AggregationFormProps): ReactNode {
  const { view, set } = useEditing();
  const [isOpen, more] = useDisclosure(false);
  const path = [...field, "aggregation"];
  const words = aggregationOf(textAt(view, [...path, "fn"]));
  const offered = AGGREGATIONS.filter(({ onDimensions }) => onDimensions || !isOfDimensions);
  const used = (words?.parameters ?? []).filter((name) => !isOfDimensions || name === "p");
  const shown = used.filter((name) => MAIN.includes(name));
  const rare = used.filter((name) => !MAIN.includes(name));
  return (
    <Stack gap="sm">
      <ChoiceAt
        path={[...path, "fn"]}
        label="Put together as"
        placeholder="By the kind of value"
        choices={offered.map(({ fn, label, says, group }) => ({ value: fn, label, says, group }))}
        onChoice={(fn) => set(path, fn === null ? undefined : withFunction(recordAt(view, path), fn, isOfDimensions))}
      />
      {shown.map((name) => (
        <ParameterField key={name} name={name} path={path} />
      ))}
      {rare.length > 0 && (
        <>
          <Button size="compact-xs" variant="subtle" w="fit-content" aria-expanded={isOpen} onClick={more.toggle}>
            {isOpen ? "Fewer settings" : "How exactly"}
          </Button>
          <Collapse expanded={isOpen}>
            <Stack gap="sm">
              {rare.map((name) => (
                <ParameterField key={name} name={name} path={path} />
              ))}
            </Stack>
          </Collapse>
        </>
      )}
    </Stack>
  );
}

const MAIN: readonly Parameter[] = ["p", "per", "state", "durationUnit", "expectedEveryMs"];

/** Keeps what the other function takes as well. */
function withFunction(aggregation: Json, fn: string, isOfDimensions: boolean): Json {
  const words = aggregationOf(fn);
  const kept = Object.entries(aggregation).filter(([name, value]) => {
    if (isOfDimensions) return name === "p" && fn === "percentile";
    if (!words?.parameters.some((known) => known === name)) return false;
    return name !== "combine" || (aggregation["perSeries"] === true && words.combines.some((known) => known === value));
  });
  const needed: Json = fn === "percentile" ? { p: 0.95 } : fn === "completeness" ? { expectedEveryMs: 60_000 } : {};
  return { fn, ...needed, ...Object.fromEntries(kept) };
}

const METHODS: readonly Choice[] = [
  { value: "locf", label: "A value holds until the next one" },
  { value: "linear", label: "Values are joined by straight lines" },
];
const UNITS_OF_RATE: readonly Choice[] = [
  { value: "second", label: "A second" },
  { value: "minute", label: "A minute" },
  { value: "hour", label: "An hour" },
  { value: "day", label: "A day" },
];
const DURATION_UNITS: readonly Choice[] = [
  { value: "ms", label: "Milliseconds" },
  { value: "second", label: "Seconds" },
  { value: "minute", label: "Minutes" },
  { value: "hour", label: "Hours" },
];
const SHARES: readonly Choice[] = [
  { value: "known", label: "Of the time whose value is known" },
  { value: "bucket", label: "Of the whole time" },
];
const COMBINES: readonly Choice[] = [
  { value: "sum", label: "Added up" },
  { value: "avg", label: "Their mean" },
  { value: "min", label: "The lowest" },
  { value: "max", label: "The highest" },
  { value: "newest", label: "The newest" },
  { value: "oldest", label: "The oldest" },
  { value: "weighted", label: "Weighed by time" },
];

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
      return <ChoiceAt path={place} label="For each" choices={UNITS_OF_RATE} otherwise="hour" />;
    case "state": {
      const names = inputNames(view, [...path, "inputs"]);
      return (
        <FormulaAt
          path={place}
          label="The state is"
          description="A condition, such as value == 'run' or value > 30"
          placeholder="value == true"
          names={names.length > 0 ? names : OF_SAMPLES.slice(0, 1)}
        />
      );
    }
    case "inputs":
      return <InputsAt path={place} />;
    case "of":
      return <ChoiceAt path={place} label="Share" choices={SHARES} otherwise="known" />;
    case "durationUnit":
      return <ChoiceAt path={place} label="Told in" choices={DURATION_UNITS} otherwise="second" />;
    case "carryIn":
      return (
        <FlagAt
          path={place}
          label="Knows the last value from before"
          description="What was measured before the time began counts as the value at its start."
          otherwise
        />
      );
    case "lookbackMs":
      return <DurationAt path={place} label="Looks back for it at most" placeholder="7 days" />;
    case "maxGapMs":
      return <DurationAt path={place} label="A value holds at most" placeholder="For any time" />;
    case "expectedEveryMs":
      return <DurationAt path={place} label="A value is planned every" />;
    case "perSeries":
      return (
        <FlagAt
          path={place}
          label="Each device first"
          description="So that devices which report often count no more than others."
        />
      );
    case "combine":
      return <Combine path={path} />;
  }
}

function Combine({ path }: { readonly path: Path }): ReactNode {
  const { view } = useEditing();
  const words = aggregationOf(textAt(view, [...path, "fn"]));
  const isPooled = words?.parameters.includes("perSeries") === true;
  if (words === undefined || (isPooled && valueAt(view, [...path, "perSeries"]) !== true)) return null;
  const choices = COMBINES.filter(({ value }) => words.combines.some((known) => known === value));
  return (
    <ChoiceAt
      path={[...path, "combine"]}
      label="Several devices in a row are"
      choices={choices}
      otherwise={words.combine ?? "avg"}
    />
  );
}
