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
import type { ViewDraft } from "./view-draft.ts";
import { words } from "../../words/words.ts";

const { rows: texts, made } = words.viewEditor;

const MODES = choices(texts.modes, texts.modesSay);
const TOTALS = choices(texts.totalKinds);
const MISSING_GROUP = choices(texts.missingGroups);
const GAPS = choices(texts.gapKinds);
const ORDERS = choices(texts.directions);
const MISSING = choices(texts.missingPlaces);
const EXCEED = choices(texts.exceeds);
const ENCODE = choices(texts.encodings);
const DROP = choices(texts.drops);

const PARTS: readonly (readonly [id: string, title: string, Content: () => ReactNode])[] = [
  ["rows", texts.parts.rows, RowsPart],
  ["order", texts.parts.order, SortPart],
  ["top", texts.parts.top, TopPart],
  ["gaps", texts.parts.gaps, GapsPart],
  ["compare", texts.parts.compare, ComparePart],
  ["limit", texts.parts.limit, LimitPart],
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
      <ChoiceAt at={grouping.at("mode")} label={texts.mode} choices={MODES} />
      {isRaw && <ChoiceAt at={grouping.at("align")} label={texts.align} choices={ALIGNS} />}
      {isRaw && grouping.value.align === "locf" && (
        <DurationAt at={grouping.at("toleranceMs")} label={texts.tolerance} placeholder={texts.tolerancePlaceholder} />
      )}
      {!isRaw && (
        <>
          <ChoiceAt at={grouping.at("totals")} label={texts.totals} choices={TOTALS} />
          <ChoiceAt at={grouping.at("missingGroup")} label={texts.missingGroup} choices={MISSING_GROUP} />
          <FlagAt at={grouping.at("keepEmptyGroups")} label={texts.keepEmpty} description={texts.keepEmptySays} />
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
      <Text c="dimmed">{texts.defaultOrder}</Text>
      {entries.map((_, place) => (
        <Paper key={place} withBorder p="xs" role="group" aria-label={texts.order(place + 1)}>
          <Group gap="xs" wrap="nowrap">
            <FieldAt at={sort.at(place).at("field")} label={texts.orderBy(place + 1)} isLabelHidden />
            <EntryActs
              name={texts.orderName(place + 1)}
              place={place}
              count={entries.length}
              onMove={(to) => sort.set(moved(entries, place, to))}
              onRemove={() => sort.set(entries.toSpliced(place, 1))}
            />
          </Group>
          <Group grow gap="xs" mt={4} align="flex-start">
            <ChoiceAt at={sort.at(place).at("direction")} label={texts.direction} choices={ORDERS} />
            <ChoiceAt at={sort.at(place).at("missing")} label={texts.missing} choices={MISSING} />
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
        {texts.addOrder}
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
        label={texts.top}
        description={texts.topSays}
        checked={hasTop}
        disabled={!hasTop && measure === undefined}
        error={top.error}
        onChange={(event) =>
          top.set(
            event.currentTarget.checked
              ? { n: 10, by: measure?.id ?? "", direction: "desc", othersLabel: made.allOthers }
              : undefined,
          )
        }
      />
      {hasTop && (
        <>
          <Group grow align="flex-start" gap="sm">
            <NumberAt at={top.at("n")} label={texts.topCount} />
            <FieldAt at={top.at("by")} label={texts.topBy} kinds={["measure"]} />
          </Group>
          <ChoiceAt at={top.at("direction")} label={texts.topDirection} choices={ORDERS} />
          <FieldsAt at={top.at("per")} label={texts.topPer} kinds={["dimension"]} isOptional />
          <FlagAt at={top.at("others")} label={texts.others} />
          {top.value.others === true && (
            <TextAt at={top.at("othersLabel")} label={texts.othersLabel} placeholder={texts.othersPlaceholder} />
          )}
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
      <ChoiceAt at={gaps.at("buckets")} label={texts.gaps} choices={GAPS} />
      {hasAll && gaps.error !== undefined && <Text c="red">{gaps.error}</Text>}
      {hasAll && <FillFields fill={gaps} label={texts.fill} />}
      <ChoiceAt at={nulls.at("dropRows")} label={texts.dropRows} choices={DROP} />
      <ChoiceAt at={nulls.at("encode")} label={texts.encode} choices={ENCODE} />
      {view.nulls?.encode === "text" && <TextAt at={nulls.at("text")} label={texts.encodeText} placeholder="-" />}
    </>
  );
}

function LimitPart(): ReactNode {
  const limit = useEditing().at("limit");
  return (
    <Group grow align="flex-start" gap="sm">
      <NumberAt at={limit.at("rows")} label={texts.limit} />
      <ChoiceAt at={limit.at("onExceed")} label={texts.exceed} choices={EXCEED} />
    </Group>
  );
}

const COMPARED = [...FORMER_PERIODS, ...choices({ shift: texts.otherShift })];
const SHOWN = choices(texts.shown);

type Comparison = NonNullable<ViewDraft["compare"]>;
type Suffixes = Comparison["suffixes"];

/** Headings are in the language of the user who makes the view, as other labels are. */
const NEW_COMPARISON: Comparison = {
  to: "previousPeriod",
  show: ["value", "percent"],
  suffixes: { ...made.suffixes, value: made.suffixes.value.previousPeriod },
};

/** What somebody has written stays; the name of another period does not. */
function suffixesFor(to: keyof typeof made.suffixes.value, given: Suffixes): Suffixes {
  const names: readonly string[] = Object.values(made.suffixes.value);
  const isWritten = given?.value !== undefined && !names.includes(given.value);
  return isWritten ? given : { ...made.suffixes, ...given, value: made.suffixes.value[to] };
}

function ComparePart(): ReactNode {
  const compare = useEditing().at("compare");
  const shown = compare.value?.show ?? ["value"];
  return (
    <>
      <Checkbox
        label={texts.compare}
        checked={compare.value !== undefined}
        error={compare.error}
        onChange={(event) => compare.set(event.currentTarget.checked ? NEW_COMPARISON : undefined)}
      />
      {compare.value !== undefined && (
        <>
          <ChoiceAt
            at={compare.at("to")}
            label={texts.compareTo}
            choices={COMPARED}
            otherwise="previousPeriod"
            onChoice={(to) =>
              compare.set({
                ...compare.value,
                to,
                shift: to === "shift" ? "P7D" : undefined,
                suffixes: suffixesFor(to ?? "previousPeriod", compare.value?.suffixes),
              })
            }
          />
          {compare.value.to === "shift" && (
            <TextAt at={compare.at("shift")} label={texts.shift} description={texts.shiftSays} isRequired />
          )}
          <FieldsAt
            at={compare.at("fields")}
            label={texts.measures}
            placeholder={texts.measuresPlaceholder}
            kinds={["measure"]}
            isOptional
          />
          <Checkbox.Group label={texts.show} value={[...shown]} onChange={(show) => compare.at("show").set(show)}>
            <Stack gap={6} mt={4}>
              {SHOWN.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          {SHOWN.filter(({ value }) => shown.includes(value)).map(({ value }) => (
            <TextAt
              key={value}
              at={compare.at("suffixes").at(value)}
              label={texts.suffixes[value]}
              placeholder={texts.suffixPlaceholder}
            />
          ))}
        </>
      )}
    </>
  );
}
