// The settings of a source, if its kind has any.
import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { ChoiceAt, NumberAt, TextAt } from "./bound-fields.tsx";
import { useEditing } from "./editing.ts";
import { fieldsOf, idOf, labelOf } from "./fields.ts";
import { FormulaAt, OF_DEVICES, OF_SAMPLES } from "./formula-at.tsx";
import { InputsAt, inputNames } from "./inputs-at.tsx";
import { hasNumber, hasText, type Place } from "./place.ts";
import { BUCKETS, ENTITY_FIELDS, OWNERS, PARTS, SCOPES, sourceTitle } from "./source-words.ts";
import type { SourceDraft } from "./view-draft.ts";

interface SourceFormProps {
  readonly source: Place<SourceDraft>;
  /** Index of the column that contains a formula over columns; the formula cannot use that column. */
  readonly self?: number;
}

const CASTS = choices(
  { auto: "Unchanged", number: "As numbers", text: "As texts", boolean: "As yes or no" },
  {
    auto: 'Where a number is needed, texts such as "21.5" count as numbers.',
    number: 'Texts such as "21.5" become numbers.',
  },
);
const LABEL_AT = choices({ start: "Its start", end: "Its end" });
export const ALIGNS = choices({ exact: "Of the same instant", locf: "Each value until its next one" });

export function SourceForm({ source, self }: SourceFormProps): ReactNode {
  const { value = {}, error, at } = source;
  switch (value.type) {
    case "telemetry":
      return (
        <Stack gap="sm">
          <Kind source={source} />
          <Group grow align="flex-start" gap="sm">
            <ChoiceAt at={at("cast")} label="Read values" choices={CASTS} />
            <TextAt at={at("path")} label="Part of a JSON value" placeholder="The whole" />
          </Group>
          <ChoiceAt at={at("of")} label="Values of" choices={OWNERS} />
        </Stack>
      );
    case "attribute":
      return (
        <Stack gap="sm">
          <Kind source={source} />
          <Group grow align="flex-start" gap="sm">
            <ChoiceAt at={at("scope")} label="Scope" choices={SCOPES} otherwise="server" />
            <ChoiceAt at={at("of")} label="Attribute of" choices={OWNERS} />
          </Group>
          <TextAt at={at("path")} label="Part of a JSON value" placeholder="The whole" />
        </Stack>
      );
    case "entity":
      return (
        <Group grow align="flex-start" gap="sm">
          <ChoiceAt at={at("field")} label="Field" choices={ENTITY_FIELDS} otherwise="name" />
          <ChoiceAt at={at("of")} label="Of" choices={OWNERS} />
        </Group>
      );
    case "timeBucket":
      return <BucketForm source={source} />;
    case "timePart":
      return <ChoiceAt at={at("part")} label="Part of the calendar" choices={PARTS} otherwise="hourOfDay" />;
    case "constant":
      return <ConstantAt at={at("value")} />;
    case "expression":
      return <ExpressionForm source={source} self={self} />;
    default:
      return error !== undefined && <Problem text={error} />;
  }
}

function Kind({ source: { value = {}, at } }: SourceFormProps): ReactNode {
  const { error } = at("key");
  return (
    <Stack gap={2}>
      <Text c="dimmed" className="foreign" lineClamp={3}>
        Shows {sourceTitle(value)}.
      </Text>
      {error !== undefined && <Problem text={error} />}
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

function BucketForm({ source }: SourceFormProps): ReactNode {
  const { value = {}, at } = source;
  return (
    <Stack gap="sm">
      <Group grow align="flex-start" gap="sm">
        <NumberAt at={at("amount")} label="How many" />
        <ChoiceAt
          at={at("bucket")}
          label="Step"
          choices={BUCKETS}
          // An amount that is valid for minutes may not be valid for days.
          onChoice={(bucket) => source.set({ ...value, bucket, amount: undefined })}
        />
      </Group>
      <Group grow align="flex-start" gap="sm">
        <ChoiceAt at={at("labelAt")} label="Label of a step" choices={LABEL_AT} />
        {(value.bucket ?? "auto") === "auto" && <NumberAt at={at("maxBuckets")} label="Maximum steps" />}
      </Group>
    </Stack>
  );
}

function ExpressionForm({ source: { value = {}, at }, self }: SourceFormProps): ReactNode {
  const { view } = useEditing();
  const isOfRows = value.stage !== "row";
  const fields = fieldsOf(view)
    .filter((_, place) => place !== self)
    .map((field) => ({ name: idOf(field), says: labelOf(field) }));
  const inputs = inputNames(value.inputs);
  return (
    <Stack gap="sm">
      {!isOfRows && <InputsAt inputs={at("inputs")} />}
      <FormulaAt
        at={at("expr")}
        label="Formula"
        isRequired
        placeholder={isOfRows ? "energy / area" : "voltage * current"}
        hasWindows={isOfRows}
        names={isOfRows ? fields : [...inputs, ...OF_DEVICES, ...OF_SAMPLES.slice(1)]}
      />
      {!isOfRows && inputs.length > 1 && (
        <ChoiceAt at={at("align")} label="Combine values" choices={ALIGNS} otherwise="exact" />
      )}
    </Stack>
  );
}

const CONSTANTS = choices({ string: "Text", number: "Number", boolean: "Yes" });

function ConstantAt({ at }: { readonly at: Place<number | string | boolean> }): ReactNode {
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="Kind of constant"
        data={CONSTANTS}
        value={typeof at.value}
        onChange={(kind) => at.set(kind === "number" ? 0 : kind === "boolean" ? true : "")}
      />
      {at.value !== undefined && hasNumber(at) && <NumberAt at={at} label="Constant" allowDecimal isRequired />}
      {at.value !== undefined && hasText(at) && <TextAt at={at} label="Constant" isRequired />}
    </Stack>
  );
}
