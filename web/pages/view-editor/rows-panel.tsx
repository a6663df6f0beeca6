// What becomes of rows: how they are formed, their order, gaps, limits, totals, and what they are compared with.
import { Accordion, Button, Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { ChoiceAt, FlagAt, NumberAt, TextAt, type Choice } from "./bound-fields.tsx";
import { Act } from "./column-card.tsx";
import { listOf, moved, recordAt, textAt, textsAt, valueAt } from "./document.ts";
import { DurationAt } from "./duration-at.tsx";
import { useEditing, useProblemAt } from "./editing.ts";
import { FieldAt, FieldsAt } from "./field-choices.tsx";
import { fieldsOf, fieldsOfKinds, idOf } from "./fields.ts";
import { FillFields } from "./fill-fields.tsx";

const MODES: readonly Choice[] = [
  { value: "grouped", label: "One row for each combination", says: "Devices with equal groups are put together." },
  { value: "perEntity", label: "One row for each device and combination", says: "Devices of one name stay apart." },
  { value: "raw", label: "Single values as they were measured", says: "A row for each device and instant." },
];
const TOTALS: readonly Choice[] = [
  { value: "none", label: "None" },
  { value: "grand", label: "Of everything" },
  { value: "rollup", label: "Of everything and of each group" },
];
const MISSING_GROUP: readonly Choice[] = [
  { value: "keep", label: "A group of their own" },
  { value: "drop", label: "Left out" },
];
const GAPS: readonly Choice[] = [
  { value: "none", label: "Only steps with values" },
  { value: "all", label: "Every step of the time" },
];
const ALIGNS: readonly Choice[] = [
  { value: "exact", label: "Of the same instant" },
  { value: "locf", label: "Each value until its next one" },
];
const ORDERS: readonly Choice[] = [
  { value: "asc", label: "Smallest first" },
  { value: "desc", label: "Greatest first" },
];
const MISSING: readonly Choice[] = [
  { value: "last", label: "Missing last" },
  { value: "first", label: "Missing first" },
];
const EXCEED: readonly Choice[] = [
  { value: "truncate", label: "Cut, and say so" },
  { value: "fail", label: "Refuse the report" },
];
const ENCODE: readonly Choice[] = [
  { value: "empty", label: "An empty text" },
  { value: "omit", label: "Left out of the row" },
  { value: "text", label: "A text" },
];
const DROP: readonly Choice[] = [
  { value: "none", label: "All are kept" },
  { value: "anyMeasureMissing", label: "Those that miss a figure are left out" },
  { value: "allMeasuresMissing", label: "Those that miss all figures are left out" },
];

export function RowsPanel(): ReactNode {
  return (
    <Accordion multiple defaultValue={["rows", "order"]} variant="separated">
      <Part id="rows" title="Rows and totals">
        <RowsPart />
      </Part>
      <Part id="order" title="Order">
        <SortPart />
      </Part>
      <Part id="top" title="Best and worst">
        <TopPart />
      </Part>
      <Part id="gaps" title="Gaps and missing values">
        <GapsPart />
      </Part>
      <Part id="compare" title="Comparison with an earlier time">
        <ComparePart />
      </Part>
      <Part id="limit" title="Limit">
        <Group grow align="flex-start" gap="sm">
          <NumberAt path={["limit", "rows"]} label="Rows at most" min={1} max={100_000} otherwise={10_000} />
          <ChoiceAt path={["limit", "onExceed"]} label="Where there are more" choices={EXCEED} otherwise="truncate" />
        </Group>
      </Part>
    </Accordion>
  );
}

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ id, title, children }: PartProps): ReactNode {
  return (
    <Accordion.Item value={id}>
      <Accordion.Control>{title}</Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">{children}</Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function RowsPart(): ReactNode {
  const { view } = useEditing();
  const isRaw = textAt(view, ["grouping", "mode"]) === "raw";
  return (
    <>
      <ChoiceAt path={["grouping", "mode"]} label="Rows are" choices={MODES} otherwise="grouped" />
      {isRaw ? (
        <>
          <ChoiceAt path={["grouping", "align"]} label="Values in one row" choices={ALIGNS} otherwise="exact" />
          {textAt(view, ["grouping", "align"]) === "locf" && (
            <DurationAt path={["grouping", "toleranceMs"]} label="But no older than" placeholder="7 days" />
          )}
        </>
      ) : (
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
            description="In a view with steps of time it needs every step of the time, below."
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
      <Text size="sm" c="dimmed">
        Without an order of its own a report goes by time, then by its groups.
      </Text>
      {sort.map((_, place) => (
        <Paper key={place} withBorder p="xs" role="group" aria-label={`Order ${place + 1}`}>
          <Group gap="xs" wrap="nowrap">
            <FieldAt path={["sort", place, "field"]} label={`Order ${place + 1} by`} isLabelHidden />
            <Act
              icon={ArrowUp}
              label={`Move order ${place + 1} up`}
              isDisabled={place === 0}
              onAct={() => set(["sort"], moved(sort, place, place - 1))}
            />
            <Act
              icon={ArrowDown}
              label={`Move order ${place + 1} down`}
              isDisabled={place === sort.length - 1}
              onAct={() => set(["sort"], moved(sort, place, place + 1))}
            />
            <Act icon={X} label={`Remove order ${place + 1}`} onAct={() => set(["sort"], sort.toSpliced(place, 1))} />
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
        leftSection={<Plus size={14} aria-hidden />}
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
  const { view, set } = useEditing();
  const problem = useProblemAt(["limit", "top"]);
  const hasTop = valueAt(view, ["limit", "top"]) !== undefined && valueAt(view, ["limit", "top"]) !== null;
  const [measure] = fieldsOfKinds(view, ["measure"]);
  return (
    <>
      <Checkbox
        label="Only the best groups"
        description="Such as the ten devices that used most."
        checked={hasTop}
        disabled={!hasTop && measure === undefined}
        error={problem}
        onChange={(event) => {
          const top = { n: 10, by: measure === undefined ? "" : idOf(measure), direction: "desc" };
          set(["limit", "top"], event.currentTarget.checked ? top : undefined);
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
            <TextAt path={["limit", "top", "othersLabel"]} label="It is called" placeholder="Others" charsMax={128} />
          )}
        </>
      )}
    </>
  );
}

function GapsPart(): ReactNode {
  const { view } = useEditing();
  const problem = useProblemAt(["gaps"]);
  return (
    <>
      <ChoiceAt path={["gaps", "buckets"]} label="Rows of time" choices={GAPS} otherwise="none" />
      {problem !== undefined && textAt(view, ["gaps", "buckets"]) === "all" && (
        <Text size="sm" c="red">
          {problem}
        </Text>
      )}
      {textAt(view, ["gaps", "buckets"]) === "all" && (
        <FillFields path={["gaps"]} label="In steps without values stands" />
      )}
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

const COMPARED: readonly Choice[] = [
  { value: "previousPeriod", label: "The time just before" },
  { value: "previousDay", label: "The day before" },
  { value: "previousWeek", label: "The week before" },
  { value: "previousMonth", label: "The month before" },
  { value: "previousYear", label: "The year before" },
  { value: "shift", label: "Another distance" },
];
const SHOWN = [
  { value: "value", label: "What it was" },
  { value: "delta", label: "The change" },
  { value: "percent", label: "The change in percent" },
  { value: "ratio", label: "The ratio" },
];

function ComparePart(): ReactNode {
  const { view, set } = useEditing();
  const problem = useProblemAt(["compare"]);
  const compare = valueAt(view, ["compare"]);
  const isCompared = compare !== undefined && compare !== null;
  const shown = valueAt(view, ["compare", "show"]) === undefined ? ["value"] : textsAt(view, ["compare", "show"]);
  return (
    <>
      <Checkbox
        label="Compare figures"
        checked={isCompared}
        error={problem}
        onChange={(event) =>
          set(
            ["compare"],
            event.currentTarget.checked ? { to: "previousPeriod", show: ["value", "percent"] } : undefined,
          )
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
              set(["compare"], { ...others, to, ...(to === "shift" ? { shift: "P7D" } : {}) });
            }}
          />
          {textAt(view, ["compare", "to"]) === "shift" && (
            <TextAt
              path={["compare", "shift"]}
              label="Distance"
              description="P7D is 7 days, PT12H 12 hours."
              isRequired
            />
          )}
          <FieldsAt
            path={["compare", "fields"]}
            label="Figures"
            placeholder="All of them"
            kinds={["measure"]}
            isOptional
          />
          <Checkbox.Group label="Show" value={[...shown]} onChange={(next) => set(["compare", "show"], next)}>
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
              label={`Words in the heading for: ${label.toLowerCase()}`}
              placeholder="As usual"
            />
          ))}
        </>
      )}
    </>
  );
}
