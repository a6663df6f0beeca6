// The settings of where values come from, as far as its kind has any.
import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { ChoiceAt, NumberAt, TextAt } from "./bound-fields.tsx";
import { recordAt, textAt, type Path } from "./document.ts";
import { useAt, useEditing, useProblemAt } from "./editing.ts";
import { fieldsOf, idOf, labelOf } from "./fields.ts";
import { FormulaAt, OF_DEVICES, OF_SAMPLES } from "./formula-at.tsx";
import { InputsAt, inputNames } from "./inputs-at.tsx";
import { BUCKETS, ENTITY_FIELDS, OWNERS, PARTS, SCOPES, sourceTitle } from "./source-words.ts";

interface SourceFormProps {
  readonly path: Path;
  /** The column that a formula over columns is in; it cannot use itself. */
  readonly self?: number;
}

const CASTS = choices(
  { auto: "Unchanged", number: "As numbers", text: "As texts", boolean: "As yes or no" },
  { number: "Texts that contain a number count." },
);
const LABEL_AT = choices({ start: "Its start", end: "Its end" });
export const ALIGNS = choices({ exact: "Of the same instant", locf: "Each value until its next one" });

export function SourceForm({ path, self }: SourceFormProps): ReactNode {
  const { view } = useEditing();
  const at = (name: string): Path => [...path, name];
  const problem = useProblemAt(path);
  switch (textAt(view, at("type"))) {
    case "telemetry":
      return (
        <Stack gap="sm">
          <Kind path={path} />
          <Group grow align="flex-start" gap="sm">
            <ChoiceAt path={at("cast")} label="Read values" choices={CASTS} otherwise="auto" />
            <TextAt path={at("path")} label="Part of a JSON value" placeholder="The whole" charsMax={255} />
          </Group>
          <ChoiceAt path={at("of")} label="Values of" choices={OWNERS} otherwise="self" />
        </Stack>
      );
    case "attribute":
      return (
        <Stack gap="sm">
          <Kind path={path} />
          <Group grow align="flex-start" gap="sm">
            <ChoiceAt path={at("scope")} label="Scope" choices={SCOPES} otherwise="server" />
            <ChoiceAt path={at("of")} label="Attribute of" choices={OWNERS} otherwise="self" />
          </Group>
          <TextAt path={at("path")} label="Part of a JSON value" placeholder="The whole" charsMax={255} />
        </Stack>
      );
    case "entity":
      return (
        <Group grow align="flex-start" gap="sm">
          <ChoiceAt path={at("field")} label="Field" choices={ENTITY_FIELDS} otherwise="name" />
          <ChoiceAt path={at("of")} label="Of" choices={OWNERS} otherwise="self" />
        </Group>
      );
    case "timeBucket":
      return <BucketForm path={path} />;
    case "timePart":
      return <ChoiceAt path={at("part")} label="Part of the calendar" choices={PARTS} otherwise="hourOfDay" />;
    case "constant":
      return <ConstantAt path={at("value")} />;
    case "expression":
      return <ExpressionForm path={path} self={self} />;
    default:
      return problem !== undefined && <Problem text={problem} />;
  }
}

function Kind({ path }: { readonly path: Path }): ReactNode {
  const { view } = useEditing();
  const problem = useProblemAt([...path, "key"]);
  return (
    <Stack gap={2}>
      <Text c="dimmed" className="foreign" lineClamp={3}>
        Shows {sourceTitle(recordAt(view, path))}.
      </Text>
      {problem !== undefined && <Problem text={problem} />}
    </Stack>
  );
}

function Problem({ text }: { readonly text: string }): ReactNode {
  return (
    <Text c="red" role="alert">
      {text}
    </Text>
  );
}

function BucketForm({ path }: { readonly path: Path }): ReactNode {
  const { view, set } = useEditing();
  const isAuto = (textAt(view, [...path, "bucket"]) || "auto") === "auto";
  return (
    <Stack gap="sm">
      <Group grow align="flex-start" gap="sm">
        <NumberAt path={[...path, "amount"]} label="How many" min={1} max={366} otherwise={1} />
        <ChoiceAt
          path={[...path, "bucket"]}
          label="Step"
          choices={BUCKETS}
          otherwise="auto"
          onChoice={(unit) => {
            // An amount that fits minutes need not fit days.
            const { amount: _amount, ...source } = recordAt(view, path);
            set(path, { ...source, bucket: unit ?? "auto" });
          }}
        />
      </Group>
      <Group grow align="flex-start" gap="sm">
        <ChoiceAt path={[...path, "labelAt"]} label="Label of a step" choices={LABEL_AT} otherwise="start" />
        {isAuto && (
          <NumberAt path={[...path, "maxBuckets"]} label="Steps at most" min={1} max={50_000} otherwise={300} />
        )}
      </Group>
    </Stack>
  );
}

function ExpressionForm({ path, self }: SourceFormProps): ReactNode {
  const { view } = useEditing();
  const isOfRows = textAt(view, [...path, "stage"]) !== "row";
  const fields = fieldsOf(view)
    .filter((_, place) => place !== self)
    .map((field) => ({ name: idOf(field), says: labelOf(field) }));
  const inputs = inputNames(view, [...path, "inputs"]);
  return (
    <Stack gap="sm">
      {!isOfRows && <InputsAt path={[...path, "inputs"]} />}
      <FormulaAt
        path={[...path, "expr"]}
        label="Formula"
        isRequired
        placeholder={isOfRows ? "energy / area" : "voltage * current"}
        hasWindows={isOfRows}
        names={isOfRows ? fields : [...inputs, ...OF_DEVICES, ...OF_SAMPLES.slice(1)]}
      />
      {!isOfRows && inputs.length > 1 && (
        <ChoiceAt path={[...path, "align"]} label="Combine values" choices={ALIGNS} otherwise="exact" />
      )}
    </Stack>
  );
}

const CONSTANTS = choices({ string: "Text", number: "Number", boolean: "Yes" });

function ConstantAt({ path }: { readonly path: Path }): ReactNode {
  const { value, set } = useAt(path);
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="Kind of constant"
        data={CONSTANTS}
        value={typeof value}
        onChange={(kind) => set(kind === "number" ? 0 : kind === "boolean" ? true : "")}
      />
      {typeof value === "number" && <NumberAt path={path} label="Constant" isWhole={false} isRequired />}
      {typeof value === "string" && <TextAt path={path} label="Constant" charsMax={1024} isRequired />}
    </Stack>
  );
}
