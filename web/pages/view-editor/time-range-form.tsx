// The time range of a view or of one of its columns: a preset, counted back from now, between two instants or dates, an
// expression, or words that the service understands.
import { Alert, Button, Group, Select, Stack, TextInput } from "@mantine/core";
import { useMemo, useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { choices } from "../../components/choices.ts";
import { localText, tsOfLocalText } from "../../components/local-time.ts";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { DESCRIPTION_BELOW } from "../../components/form-fields.tsx";
import { ChoiceAt, DurationAt, NumberAt, TextAt, type BoundProps } from "./bound-fields.tsx";
import type { Place } from "./place.ts";
import { ownZone, PRESETS, UNITS, WEEK_STARTS, zones } from "./range-words.ts";
import type { RangeDraft } from "./view-draft.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.time;

const DAY = 86_400_000;
const WEEK_AGO = "now-7d/d";
const NOW = "now";
const FORMS = choices(texts.forms);
type Form = (typeof FORMS)[number]["value"];

interface TimeRangeProps {
  readonly range: Place<RangeDraft>;
}

export function TimeRangeForm({ range }: TimeRangeProps): ReactNode {
  const { value = {}, at } = range;
  const zoneChoices = useMemo(() => zones(), []);
  const form = formOf(value);
  return (
    <Stack gap="sm">
      <InWords zone={value.timezone ?? ownZone()} onRange={(found) => range.set({ ...calendarOf(value), ...found })} />
      <Select
        label={texts.label}
        data={FORMS}
        value={form}
        error={at("type").error}
        onChange={(next) => {
          if (next !== null) range.set({ ...calendarOf(value), ...startOf(next) });
        }}
      />
      <Bounds range={range} form={form} />
      <ChoiceAt
        at={at("timezone")}
        label={texts.zone}
        choices={zoneChoices}
        otherwise="UTC"
        description={texts.zoneSays}
      />
      <Group grow align="flex-start" gap="sm">
        <ChoiceAt at={at("weekStart")} label={texts.weekStart} choices={WEEK_STARTS} otherwise="monday" />
        <NumberAt at={at("fiscalStartMonth")} label={texts.yearStart} otherwise={1} />
      </Group>
      <DurationAt at={at("delayMs")} label={texts.delay} placeholder={texts.delayPlaceholder} />
    </Stack>
  );
}

function formOf(range: RangeDraft): Form {
  const { type } = range;
  if (type === "absolute") return "startDate" in range || "endDate" in range ? "dates" : "instants";
  return type === "rolling" || type === "expression" ? type : "preset";
}

/** The parts of a range other than its bounds. */
function calendarOf({ timezone, weekStart, fiscalStartMonth, delayMs }: RangeDraft): RangeDraft {
  return { timezone, weekStart, fiscalStartMonth, delayMs };
}

function startOf(form: Form): RangeDraft {
  const date = (ts: number): string => localText(ts).slice(0, 10);
  const midnight = tsOfLocalText(`${date(Date.now())}T00:00:00`) ?? 0;
  switch (form) {
    case "preset":
      return { type: "preset", preset: "last7Days" };
    case "rolling":
      return { type: "rolling", amount: 7, unit: "d" };
    case "instants":
      return { type: "absolute", startTs: midnight - 7 * DAY, endTs: midnight };
    case "dates":
      return { type: "absolute", startDate: date(midnight - 7 * DAY), endDate: date(midnight) };
    case "expression":
      return { type: "expression", from: WEEK_AGO, to: NOW };
  }
}

function Bounds({ range: { at }, form }: TimeRangeProps & { readonly form: Form }): ReactNode {
  switch (form) {
    case "preset":
      return <ChoiceAt at={at("preset")} label={texts.preset} choices={PRESETS} otherwise="last7Days" />;
    case "rolling":
      return (
        <>
          <Group grow align="flex-start" gap="sm">
            <NumberAt at={at("amount")} label={texts.amount} />
            <ChoiceAt at={at("unit")} label={texts.unit} choices={UNITS} otherwise="d" />
          </Group>
          <Group grow align="flex-start" gap="sm">
            <ChoiceAt at={at("align")} label={texts.align} choices={UNITS} placeholder={texts.alignPlaceholder} />
            <NumberAt at={at("offset")} label={texts.offset} />
          </Group>
        </>
      );
    case "instants":
      return (
        <Group grow align="flex-start" gap="sm">
          <InstantAt at={at("startTs")} label={texts.from} />
          <InstantAt at={at("endTs")} label={texts.until} />
        </Group>
      );
    case "dates":
      return (
        <Group grow align="flex-start" gap="sm">
          <DateAt at={at("startDate")} label={texts.fromDate} />
          <DateAt at={at("endDate")} label={texts.untilDate} />
        </Group>
      );
    case "expression":
      return (
        <Group grow align="flex-start" gap="sm">
          <TextAt at={at("from")} label={texts.from} placeholder={WEEK_AGO} isRequired />
          <TextAt at={at("to")} label={texts.until} placeholder={NOW} isRequired />
        </Group>
      );
  }
}

function InstantAt({ at, label }: BoundProps<number>): ReactNode {
  return (
    <TextInput
      type="datetime-local"
      step={1}
      label={label}
      description={texts.ownZone}
      inputWrapperOrder={DESCRIPTION_BELOW}
      value={localText(at.value ?? null)}
      error={at.error}
      onChange={(event) => at.set(tsOfLocalText(event.currentTarget.value) ?? undefined)}
    />
  );
}

function DateAt({ at, label }: BoundProps<string>): ReactNode {
  return (
    <TextInput
      type="date"
      label={label}
      value={at.value ?? ""}
      error={at.error}
      onChange={(event) => at.set(event.currentTarget.value)}
    />
  );
}

interface InWordsProps {
  readonly zone: string;
  readonly onRange: (range: RangeDraft) => void;
}

function InWords({ zone, onRange }: InWordsProps): ReactNode {
  const [text, setText] = useState("");
  const timezone = zone === "viewer" || zone === "tenant" ? ownZone() : zone;
  const read = useAction({
    call: () => ask(api.POST("/apiAnalytics/v1/ranges/parse", { body: { text, timezone } })),
    onDone: ({ match }) => {
      if (match !== null) onRange(match.timeRange);
    },
  });
  const proposals = read.data?.match === null ? read.data.proposals : [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (text.trim() !== "") read.run();
      }}
    >
      <Stack gap={6}>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label={texts.inWords}
            placeholder={texts.inWordsPlaceholder}
            maxLength={200}
            flex={1}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              read.reset();
            }}
          />
          <BusyButton type="submit" variant="default" isBusy={read.isPending} disabled={text.trim() === ""}>
            {texts.apply}
          </BusyButton>
        </Group>
        {read.error !== null && <ProblemAlert error={read.error} title={texts.notSet} />}
        {read.data?.match === null && (
          <Alert color="yellow" title={texts.notUnderstood}>
            <Group gap="xs">
              {proposals.map((proposal) => (
                <Button
                  key={proposal.text}
                  size="compact-sm"
                  variant="default"
                  onClick={() => {
                    setText(proposal.text);
                    read.reset();
                    onRange(proposal.timeRange);
                  }}
                >
                  {proposal.text}
                </Button>
              ))}
            </Group>
          </Alert>
        )}
      </Stack>
    </form>
  );
}
