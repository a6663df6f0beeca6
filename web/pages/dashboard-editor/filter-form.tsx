// One filter of a dashboard: its name on the page, and what it filters by.
import { Autocomplete, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { filterLabel, type DashboardFilter } from "../dashboard/configuration.ts";
import { useKnownKeys } from "../view-editor/known-keys.ts";
import { overridableFilters } from "../view/view-filter.ts";
import { words } from "../../words/words.ts";
import { ViewSelect } from "./source-form.tsx";

interface FilterFormProps {
  readonly filter: DashboardFilter;
  readonly onFilter: (filter: DashboardFilter) => void;
}

const WORDS = words.dashboardEditor.filter;
const LABEL_CHARS_MAX = 255;

export function FilterForm({ filter, onFilter }: FilterFormProps): ReactNode {
  return (
    <>
      <TextInput
        label={WORDS.label}
        placeholder={filterLabel({ ...filter, label: "" })}
        maxLength={LABEL_CHARS_MAX}
        value={filter.label}
        onChange={(event) => onFilter({ ...filter, label: event.currentTarget.value })}
      />
      {filter.type === "attribute" && <AttributeKey filter={filter} onFilter={onFilter} />}
      {filter.type === "view" && <FilterOfView filter={filter} onFilter={onFilter} />}
    </>
  );
}

interface AttributeKeyProps extends FilterFormProps {
  readonly filter: Extract<DashboardFilter, { type: "attribute" }>;
}

function AttributeKey({ filter, onFilter }: AttributeKeyProps): ReactNode {
  const known = useKnownKeys("", "attribute").data ?? [];
  return (
    <Autocomplete
      label={WORDS.attribute}
      placeholder="building"
      required
      maxLength={LABEL_CHARS_MAX}
      limit={20}
      data={[...new Set(known.map(({ key }) => key))]}
      value={filter.key}
      onChange={(key) => onFilter({ ...filter, key, values: [] })}
    />
  );
}

interface FilterOfViewProps extends FilterFormProps {
  readonly filter: Extract<DashboardFilter, { type: "view" }>;
}

/** It is set where panels show that view. */
function FilterOfView({ filter, onFilter }: FilterOfViewProps): ReactNode {
  const { viewId } = filter;
  const view = useQuery({
    queryKey: ["views", viewId],
    queryFn: read("/apiAnalytics/v1/views/{viewId}", { path: { viewId } }),
    enabled: viewId !== "",
    retry: false,
  });
  const offered = overridableFilters(view.data?.filters ?? []);
  return (
    <>
      <ViewSelect value={viewId} onValue={(next) => onFilter({ ...filter, viewId: next, filter: "", values: [] })} />
      <Select
        label={WORDS.ofView}
        required
        data={offered.map(({ name, label }) => ({ value: name, label }))}
        value={filter.filter === "" ? null : filter.filter}
        nothingFoundMessage={WORDS.noneOfView}
        onChange={(next) => onFilter({ ...filter, filter: next ?? "", values: [] })}
      />
    </>
  );
}
