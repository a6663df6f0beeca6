// Over which time a view, or one of its columns, is computed: by a name, by counting back, between two instants or dates,
// by a formula, or said in words that the service understands.
import { Alert, Button, Group, Select, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { ChoiceAt, NumberAt, TextAt } from "./bound-fields.tsx";
import { numberAt, recordAt, textAt, valueAt, type Json, type Path } from "./document.ts";
import { DurationAt } from "./duration-at.tsx";
import { useEditing, useProblemAt } from "./editing.ts";
import { localText, ownZone, PRESETS, tsOfLocalText, UNITS, WEEK_STARTS, zones } from "./range-words.ts";

const DAY = 86_400_000;
const FORMS = [
  { value: "preset", label: "By its name" },
  { value: "rolling", label: "Counted back from now" },
  { value: "instants", label: "Between two times" },
  { value: "dates", label: "Between two dates" },
  { value: "expression", label: "By a formula" },
] as const;
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
        allowDeselect={false}
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
        label="Days and hours of"
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
  switch (textAt(range, ["type"])) {
    case "rolling":
      return "rolling";
    case "expression":
      return "expression";
    case "absolute":
      return "startDate" in range || "endDate" in range ? "dates" : "instants";
    default:
      return "preset";
  }
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
      return <ChoiceAt path={at("preset")} label="Which" choices={PRESETS} otherwise="last7Days" />;
    case "rolling":
      return (
        <>
          <Group grow align="flex-start" gap="sm">
            <NumberAt path={at("amount")} label="How many" min={1} max={1_000_000} />
            <ChoiceAt path={at("unit")} label="Unit" choices={UNITS} otherwise="d" />
          </Group>
          <Group grow align="flex-start" gap="sm">
            <ChoiceAt path={at("align")} label="Whole" choices={UNITS} placeholder="To the moment" />
            <NumberAt path={at("offset")} label="Further back by units" min={0} max={10_000} otherwise={0} />
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

function InstantAt({ path, label }: { readonly path: Path; readonly label: string }): ReactNode {
  const { view, set } = useEditing();
  const ts = numberAt(view, path);
  return (
    <TextInput
      type="datetime-local"
      step={1}
      label={label}
      description="In the time of this computer"
      inputWrapperOrder={["label", "input", "description", "error"]}
      value={ts === null ? "" : localText(ts)}
      error={useProblemAt(path)}
      onChange={(event) => set(path, tsOfLocalText(event.currentTarget.value) ?? undefined)}
    />
  );
}

function DateAt({ path, label }: { readonly path: Path; readonly label: string }): ReactNode {
  const { view, set } = useEditing();
  const text = valueAt(view, path);
  return (
    <TextInput
      type="date"
      label={label}
      value={typeof text === "string" ? text : ""}
      error={useProblemAt(path)}
      onChange={(event) => set(path, event.currentTarget.value)}
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
  const read = useMutation({
    mutationFn: () => ask(api.POST("/apiAnalytics/v1/ranges/parse", { body: { text, timezone } })),
    onSuccess: ({ match }) => {
      if (match !== null) onRange(match.timeRange);
    },
  });
  const proposals = read.data?.match === null ? read.data.proposals : [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (text.trim() !== "") read.mutate();
      }}
    >
      <Stack gap={6}>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label="Say it in words"
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
            Take it
          </BusyButton>
        </Group>
        {read.error !== null && <ProblemAlert error={read.error} title="It was not understood" />}
        {read.data?.match === null && (
          <Alert color="yellow" title="This is not understood">
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
