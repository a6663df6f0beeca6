// The rows of the report: how they are formed, their order, gaps, limits, totals, and what they are compared with.
import { Accordion, Button, Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { ChoiceAt, DurationAt, FlagAt, NumberAt, TextAt } from "./bound-fields.tsx";
import { listOf, moved, recordAt, textAt, textsAt, valueAt } from "./document.ts";
import { useAt, useEditing, useProblemAt } from "./editing.ts";
import { EntryActs } from "./entry-card.tsx";
import { FieldAt, FieldsAt } from "./field-choices.tsx";
import { fieldsOf, fieldsOfKinds, idOf } from "./fields.ts";
import { FillFields } from "./fill-fields.tsx";
import { ALIGNS } from "./source-form.tsx";

const MODES = choices(
  {
    grouped: "One row for each combination",
    perEntity: "One row for each device and combination",
    raw: "Single values as measured",
  },
  {
    grouped: "Devices with equal groups share a row.",
    perEntity: "Devices with the same name stay apart.",
    raw: "A row for each device and instant.",
  },
);
const TOTALS = choices({ none: "None", grand: "Grand total", rollup: "Grand total and subtotals" });
const MISSING_GROUP = choices({ keep: "A group of their own", drop: "Left out" });
const GAPS = choices({ none: "Only steps with values", all: "All steps" });
const ORDERS = choices({ asc: "Smallest first", desc: "Greatest first" });
const MISSING = choices({ last: "Missing last", first: "Missing first" });
const EXCEED = choices({ truncate: "Truncate with a note", fail: "Refuse the report" });
const ENCODE = choices({ empty: "An empty text", omit: "Left out of the row", text: "A text" });
const DROP = choices({
  none: "Keep all",
  anyMeasureMissing: "Leave out rows that miss a figure",
  allMeasuresMissing: "Leave out rows that miss all figures",
});

const PARTS: readonly (readonly [id: string, title: string, Content: () => ReactNode])[] = [
  ["rows", "Rows and totals", RowsPart],
  ["order", "Order", SortPart],
  ["top", "Top groups", TopPart],
  ["gaps", "Gaps and missing values", GapsPart],
  ["compare", "Comparison with an earlier time", ComparePart],
  ["limit", "Limit", LimitPart],
];

export function RowsPanel(): ReactNode {
  return (
    <Accordion multiple defaultValue={["rows", "order"]} variant="separated">
      {PARTS.map(([id, title, Content]) => (
        <Accordion.Item key={id} value={id}>
          <Accordion.Control>{title}</Accordion.Control>
          <Accordion.Panel>
            <Stack gap="sm">
              <Content />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function RowsPart(): ReactNode {
  const { view } = useEditing();
  const isRaw = textAt(view, ["grouping", "mode"]) === "raw";
  return (
    <>
      <ChoiceAt path={["grouping", "mode"]} label="Rows are" choices={MODES} otherwise="grouped" />
      {isRaw && <ChoiceAt path={["grouping", "align"]} label="Values in one row" choices={ALIGNS} otherwise="exact" />}
      {isRaw && textAt(view, ["grouping", "align"]) === "locf" && (
        <DurationAt path={["grouping", "toleranceMs"]} label="But no older than" placeholder="7 days" />
      )}
      {!isRaw && (
        <>
          <ChoiceAt path={["grouping", "totals"]} label="Totals" choices={TOTALS} otherwise="none" />
          <ChoiceAt
            path={["grouping", "missingGroup"]}
            label="Devices without a value to group by"
            choices={MISSING_GROUP}
            otherwise="keep"
          />
          <FlagAt
            path={["grouping", "keepEmptyGroups"]}
            label="Also groups without values"
            description="In a view with steps of time, together with all steps below."
          />
        </>
      )}
    </>
  );
}

const SORTS_MAX = 8;

function SortPart(): ReactNode {
  const { view, set } = useEditing();
  const sort = listOf(view["sort"]);
  const unused = fieldsOf(view).find((field) => !sort.some((entry) => textAt(entry, ["field"]) === idOf(field)));
  return (
    <>
      <Text c="dimmed">By default a report is ordered by time, then by its groups.</Text>
      {sort.map((_, place) => (
        <Paper key={place} withBorder p="xs" role="group" aria-label={`Order ${place + 1}`}>
          <Group gap="xs" wrap="nowrap">
            <FieldAt path={["sort", place, "field"]} label={`Order ${place + 1} by`} isLabelHidden />
            <EntryActs
              name={`order ${place + 1}`}
              place={place}
              count={sort.length}
              onMove={(to) => set(["sort"], moved(sort, place, to))}
              onRemove={() => set(["sort"], sort.toSpliced(place, 1))}
            />
          </Group>
          <Group grow gap="xs" mt={4} align="flex-start">
            <ChoiceAt path={["sort", place, "direction"]} label="Direction" choices={ORDERS} otherwise="asc" />
            <ChoiceAt path={["sort", place, "missing"]} label="Missing values" choices={MISSING} otherwise="last" />
          </Group>
        </Paper>
      ))}
      <Button
        w="fit-content"
        size="compact-sm"
        variant="default"
        leftSection={<Plus size={14} />}
        disabled={unused === undefined || sort.length >= SORTS_MAX}
        onClick={() => {
          if (unused !== undefined) set(["sort"], [...sort, { field: idOf(unused), direction: "asc" }]);
        }}
      >
        Order by a column
      </Button>
    </>
  );
}

function TopPart(): ReactNode {
  const { view } = useEditing();
  const { value, error, set } = useAt(["limit", "top"]);
  const hasTop = value !== undefined && value !== null;
  const [measure] = fieldsOfKinds(view, ["measure"]);
  return (
    <>
      <Checkbox
        label="Only the top groups"
        description="Such as the ten devices that used most."
        checked={hasTop}
        disabled={!hasTop && measure === undefined}
        error={error}
        onChange={(event) => {
          const top = { n: 10, by: measure === undefined ? "" : idOf(measure), direction: "desc" };
          set(event.currentTarget.checked ? top : undefined);
        }}
      />
      {hasTop && (
        <>
          <Group grow align="flex-start" gap="sm">
            <NumberAt path={["limit", "top", "n"]} label="How many" min={1} max={100_000} />
            <FieldAt path={["limit", "top", "by"]} label="By the figure" kinds={["measure"]} />
          </Group>
          <ChoiceAt path={["limit", "top", "direction"]} label="Which" choices={ORDERS} otherwise="desc" />
          <FieldsAt path={["limit", "top", "per"]} label="In each of" kinds={["dimension"]} isOptional />
          <FlagAt path={["limit", "top", "others"]} label="One row for all others" />
          {valueAt(view, ["limit", "top", "others"]) === true && (
            <TextAt path={["limit", "top", "othersLabel"]} label="Its label" placeholder="Others" charsMax={128} />
          )}
        </>
      )}
    </>
  );
}

function GapsPart(): ReactNode {
  const { view } = useEditing();
  const problem = useProblemAt(["gaps"]);
  const hasAll = textAt(view, ["gaps", "buckets"]) === "all";
  return (
    <>
      <ChoiceAt path={["gaps", "buckets"]} label="Rows of time" choices={GAPS} otherwise="none" />
      {problem !== undefined && hasAll && <Text c="red">{problem}</Text>}
      {hasAll && <FillFields path={["gaps"]} label="Steps without values show" />}
      <ChoiceAt path={["nulls", "dropRows"]} label="Rows without figures" choices={DROP} otherwise="none" />
      <ChoiceAt
        path={["nulls", "encode"]}
        label="For other programs a missing value is"
        choices={ENCODE}
        otherwise="empty"
      />
      {textAt(view, ["nulls", "encode"]) === "text" && (
        <TextAt path={["nulls", "text"]} label="That text" placeholder="-" charsMax={128} />
      )}
    </>
  );
}

function LimitPart(): ReactNode {
  return (
    <Group grow align="flex-start" gap="sm">
      <NumberAt path={["limit", "rows"]} label="Rows at most" min={1} max={100_000} otherwise={10_000} />
      <ChoiceAt path={["limit", "onExceed"]} label="Where there are more" choices={EXCEED} otherwise="truncate" />
    </Group>
  );
}

const COMPARED = choices({
  previousPeriod: "The previous period",
  previousDay: "The day before",
  previousWeek: "The week before",
  previousMonth: "The month before",
  previousYear: "The year before",
  shift: "Another shift",
});
const SHOWN = choices({
  value: "The earlier value",
  delta: "The change",
  percent: "The change in percent",
  ratio: "The ratio",
});

function ComparePart(): ReactNode {
  const { view } = useEditing();
  const { value: compare, error, set } = useAt(["compare"]);
  const isCompared = compare !== undefined && compare !== null;
  const show = useAt(["compare", "show"]);
  const shown = show.value === undefined ? ["value"] : textsAt(show.value, []);
  return (
    <>
      <Checkbox
        label="Compare figures"
        checked={isCompared}
        error={error}
        onChange={(event) =>
          set(event.currentTarget.checked ? { to: "previousPeriod", show: ["value", "percent"] } : undefined)
        }
      />
      {isCompared && (
        <>
          <ChoiceAt
            path={["compare", "to"]}
            label="With"
            choices={COMPARED}
            otherwise="previousPeriod"
            onChoice={(to) => {
              const { shift: _shift, ...others } = recordAt(view, ["compare"]);
              set({ ...others, to, ...(to === "shift" ? { shift: "P7D" } : {}) });
            }}
          />
          {textAt(compare, ["to"]) === "shift" && (
            <TextAt path={["compare", "shift"]} label="Shift" description="P7D is 7 days, PT12H 12 hours." isRequired />
          )}
          <FieldsAt path={["compare", "fields"]} label="Figures" placeholder="All" kinds={["measure"]} isOptional />
          <Checkbox.Group label="Show" value={[...shown]} onChange={show.set}>
            <Stack gap={6} mt={4}>
              {SHOWN.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          {SHOWN.filter(({ value }) => shown.includes(value)).map(({ value, label }) => (
            <TextAt
              key={value}
              path={["compare", "suffixes", value]}
              label={`Suffix of the heading for: ${label.toLowerCase()}`}
              placeholder="Default"
            />
          ))}
        </>
      )}
    </>
  );
}
