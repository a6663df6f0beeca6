// One column: its heading, its aggregation, the style of its cells, and rarely used parts.
import { Alert, Button, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { Replace } from "lucide-react";
import type { ReactNode } from "react";
import { choices, type Choice } from "../../components/choices.ts";
import { AggregationForm } from "./aggregation-form.tsx";
import { ChoiceAt, FlagAt, NumberAt, TextAt } from "./bound-fields.tsx";
import { useEditing, useViewFormats } from "./editing.ts";
import { kindOf, withFieldId, withSource } from "./fields.ts";
import { FillFields } from "./fill-fields.tsx";
import { FormulaAt, OF_SAMPLES } from "./formula-at.tsx";
import { CellStyleAt } from "./cell-style-at.tsx";
import { More } from "../../components/more.tsx";
import type { Place } from "./place.ts";
import { SourceForm } from "./source-form.tsx";
import { SourceButton } from "./source-picker.tsx";
import { TimeRangeForm } from "./time-range-form.tsx";
import type { FieldDraft, FieldKind } from "./view-draft.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.columns;

const UNIT_EXAMPLE = "kWh";
const TYPES = choices(texts.dataTypes);
// A time column stays a time column.
const USES: readonly Choice<FieldKind>[] = choices(texts.uses, texts.usesSay);
const RARE: readonly (keyof FieldDraft)[] = [
  "id",
  "where",
  "range",
  "dataType",
  "round",
  "format",
  "colors",
  "fill",
  "description",
];

interface ColumnFormProps {
  /** Index among the columns. */
  readonly place: number;
  readonly field: Place<FieldDraft>;
}

export function ColumnForm({ place, field }: ColumnFormProps): ReactNode {
  const { view } = useEditing();
  const formats = useViewFormats();
  const { value = {}, at } = field;
  const { type, stage } = value.source ?? {};
  const kind = kindOf(value);
  const isOfDimensions = type === "attribute" || type === "entity";
  const isFormula = type === "expression";
  const isOfRows = isFormula && stage !== "row";
  const isOfSamples = type === "telemetry" || (isFormula && !isOfRows);
  const isRaw = view.grouping?.mode === "raw";
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextAt at={at("label")} label={texts.heading} maxLength={128} isRequired />
        <TextAt at={at("unit")} label={texts.unit} placeholder={UNIT_EXAMPLE} />
      </SimpleGrid>
      <SourceForm source={at("source")} self={place} />
      {(isOfDimensions || isOfSamples) && !isRaw && (
        <ChoiceAt
          at={at("kind")}
          label={texts.useAs}
          choices={USES}
          otherwise={kind}
          onChoice={(next) => field.set(withUse(value, next, isOfDimensions))}
        />
      )}
      {kind === "measure" && !isOfRows && !isRaw && (
        <AggregationForm aggregation={at("aggregation")} isOfDimensions={isOfDimensions} />
      )}
      {isRaw && at("aggregation").value !== undefined && (
        <Alert color="yellow" title={texts.notAggregated}>
          <Button size="compact-sm" variant="default" onClick={() => at("aggregation").set(undefined)}>
            {texts.removeAggregation}
          </Button>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberAt at={at("decimals")} label={texts.decimals} placeholder={texts.decimalsPlaceholder} />
        <Stack gap="xs" justify="flex-end" pb={4}>
          <FlagAt at={at("hidden")} label={texts.hide} />
        </Stack>
      </SimpleGrid>
      <SourceButton
        title={texts.source}
        offer="column"
        size="compact-xs"
        variant="subtle"
        leftSection={<Replace size={13} />}
        onPicked={(picked) => field.set(withSource(value, picked, formats))}
      >
        {texts.changeSource}
      </SourceButton>
      <More isForced={RARE.some((name) => at(name).error !== undefined)}>
        <MoreOfColumn place={place} field={field} isOfSamples={isOfSamples} />
      </More>
    </>
  );
}

/** A figure needs a function, a group has none. */
function withUse(field: FieldDraft, kind: FieldDraft["kind"], isOfDimensions: boolean): FieldDraft {
  const otherwise = { fn: isOfDimensions ? "count" : "latest" } as const;
  return { ...field, kind, aggregation: kind === "measure" ? (field.aggregation ?? otherwise) : undefined };
}

function MoreOfColumn({ place, field, isOfSamples }: ColumnFormProps & { readonly isOfSamples: boolean }): ReactNode {
  const { view, change } = useEditing();
  const { value = {}, at } = field;
  const isFigure = kindOf(value) === "measure";
  const range = at("range");
  return (
    <>
      <TextInput
        label={texts.formulaName}
        description={texts.formulaNameSays}
        required
        maxLength={64}
        value={value.id ?? ""}
        error={at("id").error}
        onChange={(event) => {
          const to = event.currentTarget.value;
          change((present) => withFieldId(present, place, to));
        }}
      />
      <TextAt at={at("description")} label={texts.help} isLong />
      {isFigure && isOfSamples && (
        <FormulaAt
          at={at("where")}
          label={texts.only}
          description={texts.onlySays}
          placeholder={texts.onlyPlaceholder}
          names={OF_SAMPLES}
        />
      )}
      <ChoiceAt at={at("dataType")} label={texts.dataType} choices={TYPES} />
      <FlagAt at={at("round")} label={texts.round} description={texts.roundSays} />
      {isFigure && <FillFields fill={at("fill")} label={texts.gaps} isOptional />}
      {isFigure && isOfSamples && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            w="fit-content"
            onClick={() => range.set(range.value === undefined ? (view.timeRange ?? {}) : undefined)}
          >
            {range.value !== undefined ? texts.viewRange : texts.ownRange}
          </Button>
          {range.value !== undefined && <TimeRangeForm range={range} />}
        </>
      )}
      <CellStyleAt field={field} />
    </>
  );
}
