// Adds a panel to a dashboard from where its values are looked at: a chart or a latest value of a device, or a view.
import { Anchor, SegmentedControl, Select, Switch } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import type { ProfileFormats } from "../../components/chart/key-format.ts";
import { choices } from "../../components/choices.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { configurationOf, NEW_CONFIGURATION, type Configuration } from "../dashboard/configuration.ts";
import { isMoving, keptRangeWords } from "../dashboard/kept-range.ts";
import { createDashboard, readDashboard, saveDashboard, type Dashboard } from "../dashboard/dashboard-calls.ts";
import { newPanelId, PANELS_MAX, withAddedPanel, type AddedPanel } from "../dashboard-editor/dashboard-draft.ts";
import { useSourceProfiles } from "../dashboard-editor/use-source-profiles.ts";
import { words } from "../../words/words.ts";

interface AddToDashboardProps {
  /** Its title is offered, and can be changed. */
  readonly panel: AddedPanel;
  /** Over which it is looked at; null for what has none, such as a latest value. */
  readonly timeRange: Configuration["timeRange"] | null;
  readonly onClose: () => void;
}

const WORDS = words.dashboards.addTo;
const WHERE = choices(WORDS.where);
const SHOWN_MAX = 50;
const PAUSE_MILLIS = 150;

export function AddToDashboard({ panel, timeRange, onClose }: AddToDashboardProps): ReactNode {
  const fields = useFields({ panel: panel.title, title: "" });
  const [where, setWhere] = useState<"present" | "new">("present");
  const [isRangeKept, setRangeKept] = useState(true);
  const [dashboardId, setDashboardId] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed, PAUSE_MILLIS);
  const profiles = useSourceProfiles(panel.source);
  const found = useQuery({
    queryKey: ["dashboards", "choices", text],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/tenant/dashboards", {
          params: {
            query: {
              page: 0,
              pageSize: SHOWN_MAX,
              sortProperty: "title",
              ...(text === "" ? {} : { textSearch: text }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const data = (found.data?.data ?? []).map(({ id, title }) => ({ value: id.id, label: title }));
  const add = useAction({
    call: async (): Promise<Dashboard> => {
      const added = { ...panel, title: fields.values.panel.trim(), timeRange: isRangeKept ? timeRange : null };
      if (where === "new" || dashboardId === null) {
        // A new one moves with the clock, whatever its first panel does.
        const begun =
          isRangeKept && timeRange !== null && isMoving(timeRange)
            ? { ...NEW_CONFIGURATION, timeRange }
            : NEW_CONFIGURATION;
        return await createDashboard(fields.values.title.trim(), withPanelIn(begun, added, profiles));
      }
      const present = await readDashboard(dashboardId);
      const configuration = configurationOf(present.configuration);
      if (configuration === null) throw new Error(WORDS.foreign(present.title));
      return await saveDashboard(present, { configuration: withPanelIn(configuration, added, profiles) });
    },
    done: ({ title }) => WORDS.done(title),
    next: ({ id }) => (
      <Anchor component={Link} to={`/dashboards/${id.id}`}>
        {WORDS.open}
      </Anchor>
    ),
    stale: ["dashboards"],
    onDone: onClose,
  });
  return (
    <FormDialog title={WORDS.title} action={WORDS.action} work={add} onSubmit={add.run} onClose={onClose}>
      <SegmentedControl
        aria-label={WORDS.which}
        data={WHERE}
        value={where}
        onChange={(next) => setWhere(next === "new" ? "new" : "present")}
      />
      {where === "new" ? (
        <TextField
          {...fields.text("title")}
          label={WORDS.dashboardTitle}
          placeholder={words.dashboards.example}
          required
        />
      ) : (
        <Select
          label={words.components.common.dashboard}
          placeholder={words.dashboards.search}
          required
          searchable
          data={data}
          // The platform has already searched among all of them.
          filter={({ options }) => options}
          nothingFoundMessage={found.isPending ? WORDS.searching : WORDS.noMatch}
          value={dashboardId}
          onChange={setDashboardId}
          onSearchChange={(next) => setTyped(data.some(({ label }) => label === next) ? "" : next)}
        />
      )}
      <TextField {...fields.text("panel")} label={WORDS.panelTitle} />
      {timeRange !== null && (
        <Switch
          label={WORDS.keepRange(keptRangeWords(timeRange))}
          description={WORDS.keepRangeSays}
          checked={isRangeKept}
          onChange={(event) => setRangeKept(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}

/** Throws if there is no room. */
function withPanelIn(
  configuration: Configuration,
  panel: AddedPanel,
  profiles: readonly ProfileFormats[],
): Configuration {
  const { panels } = configuration;
  if (panels.length >= PANELS_MAX) throw new Error(WORDS.full(PANELS_MAX, panels.length));
  return withAddedPanel({ title: "", configuration }, { ...panel, id: newPanelId(panels) }, profiles).configuration;
}
