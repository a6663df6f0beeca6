// One column: its heading, how values become one, the style of its cells, and the rare parts.
import { Alert, Button, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { Replace } from "lucide-react";
import type { ReactNode } from "react";
import { isRecord } from "../../api/json.ts";
import { choices } from "../../components/choices.ts";
import { AggregationForm } from "./aggregation-form.tsx";
import { ChoiceAt, FlagAt, NumberAt, TextAt } from "./bound-fields.tsx";
import { listOf, recordAt, textAt, valueAt, type Json } from "./document.ts";
import { problemsBelow, useAt, useEditing } from "./editing.ts";
import { asJson, kindOf, withFieldId, withSource } from "./fields.ts";
import { FillFields } from "./fill-fields.tsx";
import { FormulaAt, OF_SAMPLES } from "./formula-at.tsx";
import { CellStyleAt } from "./cell-style-at.tsx";
import { More } from "../../components/more.tsx";
import { SourceForm } from "./source-form.tsx";
import { SourceButton } from "./source-picker.tsx";
import { TimeRangeForm } from "./time-range-form.tsx";

const TYPES = choices({
  auto: "By the values",
  number: "Number",
  text: "Text",
  boolean: "Yes or no",
  time: "Time",
  json: "JSON",
});
const USES = choices(
  { dimension: "Group", measure: "Figure" },
  { dimension: "Each different value is a row of its own.", measure: "Many values become one in each row." },
);
const RARE = ["id", "where", "range", "dataType", "round", "format", "colors", "fill", "description"];

export function ColumnForm({ place }: { readonly place: number }): ReactNode {
  const { view, set, change, problems } = useEditing();
  const path = ["fields", place];
  const field = recordAt(view, path);
  const source = recordAt(field, ["source"]);
  const type = textAt(source, ["type"]);
  const kind = kindOf(field);
  const isOfDimensions = type === "attribute" || type === "entity";
  const isFormula = type === "expression";
  const isOfRows = isFormula && textAt(source, ["stage"]) !== "row";
  const isOfSamples = type === "telemetry" || (isFormula && !isOfRows);
  const isRaw = textAt(view, ["grouping", "mode"]) === "raw";
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextAt path={[...path, "label"]} label="Heading" charsMax={128} isRequired />
        <TextAt path={[...path, "unit"]} label="Unit" placeholder="kWh" charsMax={32} />
      </SimpleGrid>
      <SourceForm path={[...path, "source"]} self={place} />
      {(isOfDimensions || isOfSamples) && !isRaw && (
        <ChoiceAt
          path={[...path, "kind"]}
          label="Use as"
          choices={USES}
          otherwise={kind}
          onChoice={(next) => {
            if (next !== null) change((present) => withUse(present, place, next, isOfDimensions));
          }}
        />
      )}
      {kind === "measure" && !isOfRows && !isRaw && <AggregationForm field={path} isOfDimensions={isOfDimensions} />}
      {isRaw && isRecord(field["aggregation"]) && (
        <Alert color="yellow" title="Single values are not aggregated">
          <Button size="compact-sm" variant="default" onClick={() => set([...path, "aggregation"], undefined)}>
            Remove the aggregation
          </Button>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberAt path={[...path, "decimals"]} label="Decimal places" min={0} max={15} placeholder="As they are" />
        <Stack gap="xs" justify="flex-end" pb={4}>
          <FlagAt path={[...path, "hidden"]} label="Hidden, for formulas only" />
        </Stack>
      </SimpleGrid>
      <SourceButton
        title="Source of the values"
        offer="column"
        size="compact-xs"
        variant="subtle"
        leftSection={<Replace size={13} />}
        onPicked={(picked) => set(path, withSource(field, picked))}
      >
        Change the source
      </SourceButton>
      <More isForced={RARE.some((name) => problemsBelow(problems, [...path, name]).length > 0)}>
        <MoreOfColumn place={place} isOfSamples={isOfSamples} />
      </More>
    </>
  );
}

/** A figure needs a function, a group has none. */
function withUse(view: Json, place: number, kind: string, isOfDimensions: boolean): Json {
  const { aggregation = { fn: isOfDimensions ? "count" : "latest" }, ...field } = recordAt(view, ["fields", place]);
  const next = kind === "measure" ? { ...field, kind, aggregation } : { ...field, kind };
  return { ...view, fields: listOf(view["fields"]).with(place, next) };
}

interface MoreOfColumnProps {
  readonly place: number;
  readonly isOfSamples: boolean;
}

function MoreOfColumn({ place, isOfSamples }: MoreOfColumnProps): ReactNode {
  const { view, change, set } = useEditing();
  const path = ["fields", place];
  const isFigure = kindOf(recordAt(view, path)) === "measure";
  const hasRange = valueAt(view, [...path, "range"]) !== undefined;
  const id = useAt([...path, "id"]);
  return (
    <>
      <TextInput
        label="Name in formulas"
        description="Letters, digits and _. Formulas, orders and charts that use it follow."
        required
        maxLength={64}
        value={textAt(id.value, [])}
        error={id.error}
        onChange={(event) => {
          const to = event.currentTarget.value;
          change((present) => withFieldId(present, place, to));
        }}
      />
      <TextAt path={[...path, "description"]} label="Help for readers" charsMax={500} isLong />
      {isFigure && isOfSamples && (
        <FormulaAt
          path={[...path, "where"]}
          label="Only values for which"
          description="A condition on each value, such as value > 30 or hour >= 8"
          placeholder="All values"
          names={OF_SAMPLES}
        />
      )}
      <ChoiceAt path={[...path, "dataType"]} label="Data type" choices={TYPES} otherwise="auto" />
      <FlagAt
        path={[...path, "round"]}
        label="Round the value"
        description="Also in files and for other programs, to the decimal places above."
      />
      {isFigure && <FillFields path={[...path, "fill"]} label="Gaps of this column" isOptional />}
      {isFigure && isOfSamples && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            w="fit-content"
            onClick={() => set([...path, "range"], hasRange ? undefined : asJson(view["timeRange"]))}
          >
            {hasRange ? "Use the time range of the view" : "Use another time range"}
          </Button>
          {hasRange && <TimeRangeForm path={[...path, "range"]} />}
        </>
      )}
      <CellStyleAt path={path} />
    </>
  );
}
