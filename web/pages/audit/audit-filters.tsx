// The filters of the audit log.
import "@mantine/dates/styles.css";
import { MultiSelect, Pill, Select } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import type { ReactNode } from "react";
import type { AddressChange } from "../../app/list-state.ts";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { choices } from "../../components/choices.ts";
import type { AuditSearch, Range } from "./audit-search.ts";
import { ACTION_CHOICES, typeLabel } from "./audit-words.ts";

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (change: AddressChange) => void;
}

const RANGE_CHOICES = choices<Range>({
  hour: "Last hour",
  day: "Last 24 hours",
  week: "Last 7 days",
  month: "Last 30 days",
  all: "Any time",
  custom: "Custom range",
});
const RESULTS = choices({ SUCCESS: "Successful", FAILURE: "Failed" });

export function AuditFilters({ search, onChange }: AuditFiltersProps): ReactNode {
  const { range, from, to, actions, result, user, entity } = search;
  // A filtered list begins at its first page.
  const change = (next: AddressChange): void => onChange({ ...next, page: undefined });
  return (
    <>
      <ChoiceSelect
        label="Time"
        w={210}
        choices={RANGE_CHOICES}
        value={range}
        onValue={(value) => change({ range: value, ...(value === "custom" ? {} : { from: undefined, to: undefined }) })}
      />
      {range === "custom" && (
        <>
          <TimeField label="From" ts={from} onTs={(ts) => change({ from: ts })} />
          <TimeField label="To" ts={to} onTs={(ts) => change({ to: ts })} />
        </>
      )}
      <MultiSelect
        label="Actions"
        placeholder={actions.length === 0 ? "All" : undefined}
        w={{ base: "100%", xs: 320 }}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Clear actions" }}
        data={ACTION_CHOICES}
        value={[...actions]}
        onChange={(value) => change({ actions: value.length === 0 ? undefined : value.join(",") })}
      />
      <Select
        label="Result"
        placeholder="All"
        w={210}
        clearable
        clearButtonProps={{ "aria-label": "Clear result" }}
        data={RESULTS}
        value={result}
        onChange={(value) => change({ result: value ?? undefined })}
      />
      {(user !== null || entity !== null) && (
        <Pill
          size="md"
          mt={28}
          withRemoveButton
          removeButtonProps={{ "aria-label": "Show all users and entities" }}
          onRemove={() => change({ user: undefined, entity: undefined, type: undefined })}
        >
          {user === null ? `One ${typeLabel(entity?.type ?? "").toLowerCase()}` : "One user"}
        </Pill>
      )}
    </>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly ts: number | null;
  readonly onTs: (ts: number | undefined) => void;
}

function TimeField({ label, ts, onTs }: TimeFieldProps): ReactNode {
  return (
    <DateTimePicker
      label={label}
      w={200}
      clearable
      clearButtonProps={{ "aria-label": `Clear ${label.toLowerCase()}` }}
      placeholder="Any time"
      value={ts === null ? null : new Date(ts)}
      onChange={(value) => onTs(value === null ? undefined : new Date(value).getTime())}
    />
  );
}
