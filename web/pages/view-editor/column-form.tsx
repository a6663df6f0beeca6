// One column: its heading, its aggregation, the style of its cells, and rarely used parts.
import { Alert, Button, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { Replace } from "lucide-react";
import type { ReactNode } from "react";
import { choices, type Choice } from "../../components/choices.ts";
import { AggregationForm } from "./aggregation-form.tsx";
import { ChoiceAt, FlagAt, NumberAt, TextAt } from "./bound-fields.tsx";
import { useEditing } from "./editing.ts";
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

const TYPES = choices({
  auto: "By the values",
  number: "Number",
  text: "Text",
  boolean: "Yes or no",
  time: "Time",
  json: "JSON",
});
// A time column stays a time column.
const USES: readonly Choice<FieldKind>[] = choices(
  { dimension: "Group", measure: "Figure" },
  { dimension: "Each different value gets its own row.", measure: "All values of a row are combined into one." },
);
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
        <TextAt at={at("label")} label="Heading" maxLength={128} isRequired />
        <TextAt at={at("unit")} label="Unit" placeholder="kWh" />
      </SimpleGrid>
      <SourceForm source={at("source")} self={place} />
      {(isOfDimensions || isOfSamples) && !isRaw && (
        <ChoiceAt
          at={at("kind")}
          label="Use as"
          choices={USES}
          otherwise={kind}
          onChoice={(next) => field.set(withUse(value, next, isOfDimensions))}
        />
      )}
      {kind === "measure" && !isOfRows && !isRaw && (
        <AggregationForm aggregation={at("aggregation")} isOfDimensions={isOfDimensions} />
      )}
      {isRaw && at("aggregation").value !== undefined && (
        <Alert color="yellow" title="Single values are not aggregated">
          <Button size="compact-sm" variant="default" onClick={() => at("aggregation").set(undefined)}>
            Remove the aggregation
          </Button>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberAt at={at("decimals")} label="Decimal places" placeholder="As they are" />
        <Stack gap="xs" justify="flex-end" pb={4}>
          <FlagAt at={at("hidden")} label="Hidden, for formulas only" />
        </Stack>
      </SimpleGrid>
      <SourceButton
        title="Source of the values"
        offer="column"
        size="compact-xs"
        variant="subtle"
        leftSection={<Replace size={13} />}
        onPicked={(picked) => field.set(withSource(value, picked))}
      >
        Change the source
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
        label="Name in formulas"
        description="Letters, digits and _. Formulas, orders and charts that use it are updated."
        required
        maxLength={64}
        value={value.id ?? ""}
        error={at("id").error}
        onChange={(event) => {
          const to = event.currentTarget.value;
          change((present) => withFieldId(present, place, to));
        }}
      />
      <TextAt at={at("description")} label="Help for readers" isLong />
      {isFigure && isOfSamples && (
        <FormulaAt
          at={at("where")}
          label="Only values for which"
          description="A condition on each value, such as value > 30 or hour >= 8"
          placeholder="All values"
          names={OF_SAMPLES}
        />
      )}
      <ChoiceAt at={at("dataType")} label="Data type" choices={TYPES} />
      <FlagAt
        at={at("round")}
        label="Round the value"
        description="To the decimal places above, also in files and for other programs."
      />
      {isFigure && <FillFields fill={at("fill")} label="Gaps of this column" isOptional />}
      {isFigure && isOfSamples && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            w="fit-content"
            onClick={() => range.set(range.value === undefined ? (view.timeRange ?? {}) : undefined)}
          >
            {range.value !== undefined ? "Use the time range of the view" : "Use another time range"}
          </Button>
          {range.value !== undefined && <TimeRangeForm range={range} />}
        </>
      )}
      <CellStyleAt field={field} />
    </>
  );
}
