// The time range of a view or of one of its columns: a preset, counted back from now, between two instants or dates, by an
// expression, or in words that the service understands.
import { Alert, Button, Group, Select, Stack, TextInput } from "@mantine/core";
import { useMemo, useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { choices } from "../../components/choices.ts";
import { localText, tsOfLocalText } from "../../components/local-time.ts";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { ChoiceAt, DESCRIPTION_BELOW, DurationAt, NumberAt, TextAt, type BoundProps } from "./bound-fields.tsx";
import { numberAt, recordAt, textAt, type Json, type Path } from "./document.ts";
import { useAt, useEditing, useProblemAt } from "./editing.ts";
import { ownZone, PRESETS, UNITS, WEEK_STARTS, zones } from "./range-words.ts";

const DAY = 86_400_000;
const FORMS = choices({
  preset: "Preset",
  rolling: "Counted back from now",
  instants: "Between two times",
  dates: "Between two dates",
  expression: "Expression",
});
type Form = (typeof FORMS)[number]["value"];

export function TimeRangeForm({ path }: { readonly path: Path }): ReactNode {
  const { view, set } = useEditing();
  const zoneChoices = useMemo(() => zones(), []);
  const range = recordAt(view, path);
  const form = formOf(range);
  const problem = useProblemAt([...path, "type"]);
  return (
    <Stack gap="sm">
      <InWords
        zone={textAt(range, ["timezone"]) || ownZone()}
        onRange={(found) => set(path, { ...calendarOf(range), ...found })}
      />
      <Select
        label="Time"
        data={FORMS}
        value={form}
        error={problem}
        onChange={(next) => {
          const chosen = FORMS.find(({ value }) => value === next);
          if (chosen !== undefined) set(path, { ...calendarOf(range), ...startOf(chosen.value) });
        }}
      />
      <Bounds path={path} form={form} />
      <ChoiceAt
        path={[...path, "timezone"]}
        label="Time zone"
        choices={zoneChoices}
        otherwise="UTC"
        description="Days begin at midnight of this zone."
      />
      <Group grow align="flex-start" gap="sm">
        <ChoiceAt path={[...path, "weekStart"]} label="Weeks begin on" choices={WEEK_STARTS} otherwise="monday" />
        <NumberAt path={[...path, "fiscalStartMonth"]} label="Year begins in month" min={1} max={12} otherwise={1} />
      </Group>
      <DurationAt path={[...path, "delayMs"]} label="Leave out the newest" placeholder="Nothing" />
    </Stack>
  );
}

function formOf(range: Json): Form {
  const type = textAt(range, ["type"]);
  if (type === "absolute") return "startDate" in range || "endDate" in range ? "dates" : "instants";
  return type === "rolling" || type === "expression" ? type : "preset";
}

/** What of a range says nothing of its bounds. */
function calendarOf(range: Json): Json {
  const kept = ["timezone", "weekStart", "fiscalStartMonth", "delayMs"];
  return Object.fromEntries(Object.entries(range).filter(([name]) => kept.includes(name)));
}

function startOf(form: Form): Json {
  const today = new Date();
  const date = (ts: number): string => localText(ts).slice(0, 10);
  const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate()).getTime();
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
      return { type: "expression", from: "now-7d/d", to: "now" };
  }
}

function Bounds({ path, form }: { readonly path: Path; readonly form: Form }): ReactNode {
  const at = (name: string): Path => [...path, name];
  switch (form) {
    case "preset":
      return <ChoiceAt path={at("preset")} label="Preset" choices={PRESETS} otherwise="last7Days" />;
    case "rolling":
      return (
        <>
          <Group grow align="flex-start" gap="sm">
            <NumberAt path={at("amount")} label="How many" min={1} max={1_000_000} />
            <ChoiceAt path={at("unit")} label="Unit" choices={UNITS} otherwise="d" />
          </Group>
          <Group grow align="flex-start" gap="sm">
            <ChoiceAt path={at("align")} label="Round to" choices={UNITS} placeholder="Not rounded" />
            <NumberAt path={at("offset")} label="Offset in units" min={0} max={10_000} otherwise={0} />
          </Group>
        </>
      );
    case "instants":
      return (
        <Group grow align="flex-start" gap="sm">
          <InstantAt path={at("startTs")} label="From" />
          <InstantAt path={at("endTs")} label="Until" />
        </Group>
      );
    case "dates":
      return (
        <Group grow align="flex-start" gap="sm">
          <DateAt path={at("startDate")} label="From the start of" />
          <DateAt path={at("endDate")} label="Until the start of" />
        </Group>
      );
    case "expression":
      return (
        <Group grow align="flex-start" gap="sm">
          <TextAt path={at("from")} label="From" placeholder="now-7d/d" isRequired />
          <TextAt path={at("to")} label="Until" placeholder="now" isRequired />
        </Group>
      );
  }
}

function InstantAt({ path, label }: BoundProps): ReactNode {
  const { value, error, set } = useAt(path);
  return (
    <TextInput
      type="datetime-local"
      step={1}
      label={label}
      description="In the time of this computer"
      inputWrapperOrder={DESCRIPTION_BELOW}
      value={localText(numberAt(value, []))}
      error={error}
      onChange={(event) => set(tsOfLocalText(event.currentTarget.value) ?? undefined)}
    />
  );
}

function DateAt({ path, label }: BoundProps): ReactNode {
  const { value, error, set } = useAt(path);
  return (
    <TextInput
      type="date"
      label={label}
      value={textAt(value, [])}
      error={error}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

interface InWordsProps {
  readonly zone: string;
  readonly onRange: (range: Json) => void;
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
            label="In words"
            placeholder="last 3 full weeks"
            maxLength={200}
            flex={1}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              read.reset();
            }}
          />
          <BusyButton type="submit" variant="default" isBusy={read.isPending} disabled={text.trim() === ""}>
            Apply
          </BusyButton>
        </Group>
        {read.error !== null && <ProblemAlert error={read.error} title="The words could not be read" />}
        {read.data?.match === null && (
          <Alert color="yellow" title="These words are not understood. Did you mean:">
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
