// Everything that can be said of one column: what it is called, how values become one, how it looks, and the rare parts.
import { Alert, Button, Collapse, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Replace } from "lucide-react";
import { useState, type ReactNode } from "react";
import { isRecord } from "../../api/json.ts";
import { AggregationForm } from "./aggregation-form.tsx";
import { ChoiceAt, FlagAt, NumberAt, TextAt, type Choice } from "./bound-fields.tsx";
import { recordAt, textAt, valueAt, type Json, type Path } from "./document.ts";
import { problemsBelow, useEditing, useProblemAt, type ViewProblem } from "./editing.ts";
import { asJson, kindOf, withFieldId } from "./fields.ts";
import { FillFields } from "./fill-fields.tsx";
import { FormulaAt, OF_SAMPLES } from "./formula-at.tsx";
import { LooksAt } from "./looks-at.tsx";
import { SourceForm } from "./source-form.tsx";
import { SourcePicker } from "./source-picker.tsx";
import { TimeRangeForm } from "./time-range-form.tsx";
import { withSource } from "./new-column.ts";

const TYPES: readonly Choice[] = [
  { value: "auto", label: "As the values are" },
  { value: "number", label: "Number" },
  { value: "text", label: "Text" },
  { value: "boolean", label: "Yes or no" },
  { value: "time", label: "Time" },
  { value: "json", label: "JSON" },
];
const USES: readonly Choice[] = [
  { value: "dimension", label: "Tells rows apart", says: "Each different value is a row of its own." },
  { value: "measure", label: "Is a figure", says: "Many values become one in each row." },
];

export function ColumnForm({ place }: { readonly place: number }): ReactNode {
  const { view, set, change, problems } = useEditing();
  const [isOpen, more] = useDisclosure(false);
  const [isPicking, setPicking] = useState(false);
  const path = ["fields", place];
  const field = recordAt(view, path);
  const source = recordAt(field, ["source"]);
  const type = textAt(source, ["type"]);
  const kind = kindOf(field);
  const isOfDimensions = type === "attribute" || type === "entity";
  const isFormula = type === "expression";
  const isOfRows = isFormula && textAt(source, ["stage"]) !== "row";
  const isRaw = textAt(view, ["grouping", "mode"]) === "raw";
  const mayBeBoth = (isOfDimensions || type === "telemetry" || (isFormula && !isOfRows)) && !isRaw;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextAt path={[...path, "label"]} label="Heading" charsMax={128} isRequired />
        <TextAt path={[...path, "unit"]} label="Unit" placeholder="kWh" charsMax={32} />
      </SimpleGrid>
      <SourceForm path={[...path, "source"]} self={place} />
      {mayBeBoth && (
        <ChoiceAt
          path={[...path, "kind"]}
          label="In the report it"
          choices={USES}
          otherwise={kind}
          onChoice={(next) => {
            if (next !== null) change((present) => withUse(present, place, next, isOfDimensions));
          }}
        />
      )}
      {kind === "measure" && !isOfRows && !isRaw && <AggregationForm field={path} isOfDimensions={isOfDimensions} />}
      {isRaw && isRecord(field["aggregation"]) && (
        <Alert color="yellow" title="Single values are not put together">
          <Button size="compact-sm" variant="default" onClick={() => set([...path, "aggregation"], undefined)}>
            Take them as they are
          </Button>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberAt
          path={[...path, "decimals"]}
          label="Digits after the point"
          min={0}
          max={15}
          placeholder="As they are"
        />
        <Stack gap="xs" justify="flex-end" pb={4}>
          <FlagAt path={[...path, "hidden"]} label="Hidden, for formulas only" />
        </Stack>
      </SimpleGrid>
      <Group gap="xs">
        <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={more.toggle}>
          {isOpen ? "Fewer settings" : "More settings"}
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<Replace size={13} aria-hidden />}
          onClick={() => setPicking(true)}
        >
          Take another source
        </Button>
      </Group>
      <Collapse expanded={isOpen || hasRareProblem(problems, path)}>
        <MoreOfColumn place={place} isOfSamples={type === "telemetry" || (isFormula && !isOfRows)} />
      </Collapse>
      {isPicking && (
        <SourcePicker
          title="Where the values come from"
          offer="column"
          onClose={() => setPicking(false)}
          onPicked={(picked) => {
            setPicking(false);
            set(path, withSource(field, picked));
          }}
        />
      )}
    </>
  );
}

const RARE = ["id", "where", "range", "dataType", "round", "format", "colors", "fill", "description"];

function hasRareProblem(problems: readonly ViewProblem[], path: Path): boolean {
  return RARE.some((name) => problemsBelow(problems, [...path, name]).length > 0);
}

/** A figure needs a function, what tells rows apart has none. */
function withUse(view: Json, place: number, kind: string, isOfDimensions: boolean): Json {
  const fields = Array.isArray(view["fields"]) ? view["fields"] : [];
  const { aggregation, ...field } = recordAt(view, ["fields", place]);
  const other = isOfDimensions ? { fn: "count" } : { fn: "latest" };
  const next = kind === "measure" ? { ...field, kind, aggregation: aggregation ?? other } : { ...field, kind };
  return { ...view, fields: fields.with(place, next) };
}

interface MoreOfColumnProps {
  readonly place: number;
  readonly isOfSamples: boolean;
}

function MoreOfColumn({ place, isOfSamples }: MoreOfColumnProps): ReactNode {
  const { view, change, set } = useEditing();
  const path = ["fields", place];
  const kind = kindOf(recordAt(view, path));
  const hasRange = valueAt(view, [...path, "range"]) !== undefined;
  const id = [...path, "id"];
  return (
    <Stack gap="sm">
      <TextInput
        label="Name in formulas"
        description="Letters, digits and _. Formulas, orders and charts that use it follow."
        required
        maxLength={64}
        value={textAt(view, id)}
        error={useProblemAt(id)}
        onChange={(event) => {
          const to = event.currentTarget.value;
          change((present) => withFieldId(present, place, to));
        }}
      />
      <TextAt path={[...path, "description"]} label="Help for readers" charsMax={500} isLong />
      {kind === "measure" && isOfSamples && (
        <FormulaAt
          path={[...path, "where"]}
          label="Only values for which"
          description="A condition on each value, such as value > 30 or hour >= 8"
          placeholder="All values"
          names={OF_SAMPLES}
        />
      )}
      <ChoiceAt path={[...path, "dataType"]} label="Cells are" choices={TYPES} otherwise="auto" />
      <FlagAt
        path={[...path, "round"]}
        label="Round the figure itself"
        description="Also in files and for other programs, to the digits above."
      />
      {kind === "measure" && <FillFields path={[...path, "fill"]} label="Gaps of this column" isOptional />}
      {kind === "measure" && isOfSamples && (
        <Stack gap="sm">
          <Button
            size="compact-sm"
            variant="default"
            w="fit-content"
            onClick={() => set([...path, "range"], hasRange ? undefined : asJson(view["timeRange"]))}
          >
            {hasRange ? "Use the time of the view" : "Give it a time of its own"}
          </Button>
          {hasRange && <TimeRangeForm path={[...path, "range"]} />}
        </Stack>
      )}
      <LooksAt path={path} />
    </Stack>
  );
}
