// The filters of the audit log.
import { Group, MultiSelect, Pill, Select } from "@mantine/core";
import type { ReactNode } from "react";
import type { AddressChange } from "../../app/list-state.ts";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { choices } from "../../components/choices.ts";
import { FoldedControls } from "../../components/folded-controls.tsx";
import { TimeField } from "../../components/time-field.tsx";
import { words } from "../../words/words.ts";
import type { AuditSearch, Range } from "./audit-search.ts";
import { ACTION_CHOICES, typeLabel } from "./audit-words.ts";

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (change: AddressChange) => void;
}

const WORDS = words.audit;
const RANGE_CHOICES = choices<Range>(WORDS.ranges);
const RESULTS = choices(WORDS.results);

export function AuditFilters({ search, onChange }: AuditFiltersProps): ReactNode {
  const { range, from, to, actions, result, user, entity } = search;
  // A filtered list begins at its first page.
  const change = (next: AddressChange): void => onChange({ ...next, page: undefined });
  return (
    <FoldedControls label={words.app.filters}>
      <Group gap="xs" align="flex-end">
        <ChoiceSelect
          label={words.components.common.time}
          w={{ base: "100%", xs: 210 }}
          choices={RANGE_CHOICES}
          value={range}
          onValue={(value) =>
            change({ range: value, ...(value === "custom" ? {} : { from: undefined, to: undefined }) })
          }
        />
        {range === "custom" && (
          <>
            <Bound label={WORDS.from} clear={WORDS.clearFrom} ts={from} onTs={(ts) => change({ from: ts })} />
            <Bound label={WORDS.to} clear={WORDS.clearTo} ts={to} onTs={(ts) => change({ to: ts })} />
          </>
        )}
        <MultiSelect
          label={WORDS.actionFilter}
          placeholder={actions.length === 0 ? words.components.common.all : undefined}
          w={{ base: "100%", xs: 320 }}
          searchable
          clearable
          clearButtonProps={{ "aria-label": WORDS.clearActions }}
          data={ACTION_CHOICES}
          value={[...actions]}
          onChange={(value) => change({ actions: value.length === 0 ? undefined : value.join(",") })}
        />
        <Select
          label={WORDS.result}
          placeholder={words.components.common.all}
          w={{ base: "100%", xs: 210 }}
          clearable
          clearButtonProps={{ "aria-label": WORDS.clearResult }}
          data={RESULTS}
          value={result}
          onChange={(value) => change({ result: value ?? undefined })}
        />
        {(user !== null || entity !== null) && (
          <Pill
            size="md"
            mb={6}
            withRemoveButton
            removeButtonProps={{ "aria-label": WORDS.showAll }}
            onRemove={() => change({ user: undefined, entity: undefined, type: undefined })}
          >
            {WORDS.only(user === null ? typeLabel(entity?.type ?? "") : WORDS.user)}
          </Pill>
        )}
      </Group>
    </FoldedControls>
  );
}

interface BoundProps {
  readonly label: string;
  /** The label of the button that clears it. */
  readonly clear: string;
  readonly ts: number | null;
  readonly onTs: (ts: number | undefined) => void;
}

function Bound({ label, clear, ts, onTs }: BoundProps): ReactNode {
  return (
    <TimeField
      label={label}
      w={{ base: "100%", xs: 200 }}
      clearable
      clearButtonProps={{ "aria-label": clear }}
      placeholder={WORDS.anyTime}
      ts={ts}
      onTs={(next) => onTs(next ?? undefined)}
    />
  );
}
