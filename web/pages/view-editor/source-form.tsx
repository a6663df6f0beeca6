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
import { words } from "../../words/words.ts";

const texts = words.viewEditor.sources;

interface SourceFormProps {
  readonly source: Place<SourceDraft>;
  /** Index of the column that contains a formula over columns; the formula cannot use that column. */
  readonly self?: number;
}

const FORMULA_OF_ROWS = "energy / area";
const FORMULA_OF_SAMPLES = "voltage * current";
const CASTS = choices(texts.casts, texts.castsSay);
const LABEL_AT = choices(texts.labelsAt);
export const ALIGNS = choices(texts.aligns);

export function SourceForm({ source, self }: SourceFormProps): ReactNode {
  const { value = {}, error, at } = source;
  switch (value.type) {
    case "telemetry":
      return (
        <Stack gap="sm">
          <Kind source={source} />
          <Group grow align="flex-start" gap="sm">
            <ChoiceAt at={at("cast")} label={texts.readValues} choices={CASTS} />
            <TextAt at={at("path")} label={texts.path} placeholder={texts.pathPlaceholder} />
          </Group>
          <ChoiceAt at={at("of")} label={texts.valuesOf} choices={OWNERS} />
        </Stack>
      );
    case "attribute":
      return (
        <Stack gap="sm">
          <Kind source={source} />
          <Group grow align="flex-start" gap="sm">
            <ChoiceAt at={at("scope")} label={texts.scope} choices={SCOPES} otherwise="server" />
            <ChoiceAt at={at("of")} label={texts.attributeOf} choices={OWNERS} />
          </Group>
          <TextAt at={at("path")} label={texts.path} placeholder={texts.pathPlaceholder} />
        </Stack>
      );
    case "entity":
      return (
        <Group grow align="flex-start" gap="sm">
          <ChoiceAt at={at("field")} label={texts.field} choices={ENTITY_FIELDS} otherwise="name" />
          <ChoiceAt at={at("of")} label={texts.fieldOf} choices={OWNERS} />
        </Group>
      );
    case "timeBucket":
      return <BucketForm source={source} />;
    case "timePart":
      return <ChoiceAt at={at("part")} label={texts.part} choices={PARTS} otherwise="hourOfDay" />;
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
        {texts.shows(sourceTitle(value))}
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
        <NumberAt at={at("amount")} label={texts.amount} />
        <ChoiceAt
          at={at("bucket")}
          label={texts.bucket}
          choices={BUCKETS}
          // An amount that is valid for minutes may not be valid for days.
          onChoice={(bucket) => source.set({ ...value, bucket, amount: undefined })}
        />
      </Group>
      <Group grow align="flex-start" gap="sm">
        <ChoiceAt at={at("labelAt")} label={texts.labelAt} choices={LABEL_AT} />
        {(value.bucket ?? "auto") === "auto" && <NumberAt at={at("maxBuckets")} label={texts.maxBuckets} />}
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
        label={texts.formula}
        isRequired
        placeholder={isOfRows ? FORMULA_OF_ROWS : FORMULA_OF_SAMPLES}
        hasWindows={isOfRows}
        names={isOfRows ? fields : [...inputs, ...OF_DEVICES, ...OF_SAMPLES.slice(1)]}
      />
      {!isOfRows && inputs.length > 1 && (
        <ChoiceAt at={at("align")} label={texts.align} choices={ALIGNS} otherwise="exact" />
      )}
    </Stack>
  );
}

const CONSTANTS = choices(texts.constantKinds);

function ConstantAt({ at }: { readonly at: Place<number | string | boolean> }): ReactNode {
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={texts.constantKind}
        data={CONSTANTS}
        value={typeof at.value}
        onChange={(kind) => at.set(kind === "number" ? 0 : kind === "boolean" ? true : "")}
      />
      {at.value !== undefined && hasNumber(at) && <NumberAt at={at} label={texts.constant} allowDecimal isRequired />}
      {at.value !== undefined && hasText(at) && <TextAt at={at} label={texts.constant} isRequired />}
    </Stack>
  );
}
