// The rows of the report: their grouping, order, gaps, limits, totals, and comparison.
import { Accordion, Button, Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { ChoiceAt, DurationAt, FlagAt, NumberAt, TextAt } from "./bound-fields.tsx";
import { useEditing } from "./editing.ts";
import { EntryActs } from "./entry-list.tsx";
import { FieldAt, FieldsAt } from "./field-choices.tsx";
import { fieldsOf, fieldsOfKinds, idOf } from "./fields.ts";
import { FillFields } from "./fill-fields.tsx";
import { FORMER_PERIODS } from "./period-words.ts";
import { moved } from "./place.ts";
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
  anyMeasureMissing: "Leave out rows with a missing figure",
  allMeasuresMissing: "Leave out rows without any figures",
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
  const grouping = useEditing().at("grouping");
  const isRaw = grouping.value?.mode === "raw";
  return (
    <>
      <ChoiceAt at={grouping.at("mode")} label="Rows are" choices={MODES} />
      {isRaw && <ChoiceAt at={grouping.at("align")} label="Values in one row" choices={ALIGNS} />}
      {isRaw && grouping.value.align === "locf" && (
        <DurationAt at={grouping.at("toleranceMs")} label="But no older than" placeholder="7 days" />
      )}
      {!isRaw && (
        <>
          <ChoiceAt at={grouping.at("totals")} label="Totals" choices={TOTALS} />
          <ChoiceAt
            at={grouping.at("missingGroup")}
            label="Devices without a value to group by"
            choices={MISSING_GROUP}
          />
          <FlagAt
            at={grouping.at("keepEmptyGroups")}
            label="Include groups without values"
            description="If rows are steps of time, this needs all steps to be shown (below)."
          />
        </>
      )}
    </>
  );
}

function SortPart(): ReactNode {
  const { view, at } = useEditing();
  const sort = at("sort");
  const entries = sort.value ?? [];
  const unused = fieldsOf(view).find(({ id }) => !entries.some(({ field }) => field === id));
  return (
    <>
      <Text c="dimmed">By default a report is ordered by time, then by its groups.</Text>
      {entries.map((_, place) => (
        <Paper key={place} withBorder p="xs" role="group" aria-label={`Order ${place + 1}`}>
          <Group gap="xs" wrap="nowrap">
            <FieldAt at={sort.at(place).at("field")} label={`Order ${place + 1} by`} isLabelHidden />
            <EntryActs
              name={`order ${place + 1}`}
              place={place}
              count={entries.length}
              onMove={(to) => sort.set(moved(entries, place, to))}
              onRemove={() => sort.set(entries.toSpliced(place, 1))}
            />
          </Group>
          <Group grow gap="xs" mt={4} align="flex-start">
            <ChoiceAt at={sort.at(place).at("direction")} label="Direction" choices={ORDERS} />
            <ChoiceAt at={sort.at(place).at("missing")} label="Missing values" choices={MISSING} />
          </Group>
        </Paper>
      ))}
      <Button
        w="fit-content"
        size="compact-sm"
        variant="default"
        leftSection={<Plus size={14} />}
        disabled={unused === undefined || sort.isFull}
        onClick={() => {
          if (unused !== undefined) sort.set([...entries, { field: idOf(unused), direction: "asc" }]);
        }}
      >
        Order by a column
      </Button>
    </>
  );
}

function TopPart(): ReactNode {
  const { view, at } = useEditing();
  const top = at("limit").at("top");
  const hasTop = top.value !== undefined;
  const [measure] = fieldsOfKinds(view, ["measure"]);
  return (
    <>
      <Checkbox
        label="Only the top groups"
        description="For example, the ten devices that used the most."
        checked={hasTop}
        disabled={!hasTop && measure === undefined}
        error={top.error}
        onChange={(event) =>
          top.set(event.currentTarget.checked ? { n: 10, by: measure?.id ?? "", direction: "desc" } : undefined)
        }
      />
      {hasTop && (
        <>
          <Group grow align="flex-start" gap="sm">
            <NumberAt at={top.at("n")} label="How many" />
            <FieldAt at={top.at("by")} label="By the figure" kinds={["measure"]} />
          </Group>
          <ChoiceAt at={top.at("direction")} label="Which" choices={ORDERS} />
          <FieldsAt at={top.at("per")} label="In each of" kinds={["dimension"]} isOptional />
          <FlagAt at={top.at("others")} label="One row for all others" />
          {top.value.others === true && <TextAt at={top.at("othersLabel")} label="Its label" placeholder="Others" />}
        </>
      )}
    </>
  );
}

function GapsPart(): ReactNode {
  const { view, at } = useEditing();
  const [gaps, nulls] = [at("gaps"), at("nulls")];
  const hasAll = view.gaps?.buckets === "all";
  return (
    <>
      <ChoiceAt at={gaps.at("buckets")} label="Rows of time" choices={GAPS} />
      {hasAll && gaps.error !== undefined && <Text c="red">{gaps.error}</Text>}
      {hasAll && <FillFields fill={gaps} label="Steps without values show" />}
      <ChoiceAt at={nulls.at("dropRows")} label="Rows without figures" choices={DROP} />
      <ChoiceAt at={nulls.at("encode")} label="In the API, a missing value is" choices={ENCODE} />
      {view.nulls?.encode === "text" && <TextAt at={nulls.at("text")} label="That text" placeholder="-" />}
    </>
  );
}

function LimitPart(): ReactNode {
  const limit = useEditing().at("limit");
  return (
    <Group grow align="flex-start" gap="sm">
      <NumberAt at={limit.at("rows")} label="Maximum rows" />
      <ChoiceAt at={limit.at("onExceed")} label="If there are more" choices={EXCEED} />
    </Group>
  );
}

const COMPARED = [...FORMER_PERIODS, ...choices({ shift: "Another shift" })];
const SHOWN = choices({
  value: "The earlier value",
  delta: "The change",
  percent: "The change in percent",
  ratio: "The ratio",
});

function ComparePart(): ReactNode {
  const compare = useEditing().at("compare");
  const shown = compare.value?.show ?? ["value"];
  return (
    <>
      <Checkbox
        label="Compare figures"
        checked={compare.value !== undefined}
        error={compare.error}
        onChange={(event) =>
          compare.set(event.currentTarget.checked ? { to: "previousPeriod", show: ["value", "percent"] } : undefined)
        }
      />
      {compare.value !== undefined && (
        <>
          <ChoiceAt
            at={compare.at("to")}
            label="With"
            choices={COMPARED}
            otherwise="previousPeriod"
            onChoice={(to) => compare.set({ ...compare.value, to, shift: to === "shift" ? "P7D" : undefined })}
          />
          {compare.value.to === "shift" && (
            <TextAt at={compare.at("shift")} label="Shift" description="P7D is 7 days, PT12H 12 hours." isRequired />
          )}
          <FieldsAt at={compare.at("fields")} label="Figures" placeholder="All" kinds={["measure"]} isOptional />
          <Checkbox.Group label="Show" value={[...shown]} onChange={(show) => compare.at("show").set(show)}>
            <Stack gap={6} mt={4}>
              {SHOWN.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          {SHOWN.filter(({ value }) => shown.includes(value)).map(({ value, label }) => (
            <TextAt
              key={value}
              at={compare.at("suffixes").at(value)}
              label={`Suffix of the heading for: ${label.toLowerCase()}`}
              placeholder="Default"
            />
          ))}
        </>
      )}
    </>
  );
}
