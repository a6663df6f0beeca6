// The form of one panel: its kind, title, source and settings, with what it shows above them. Changes apply at once.
import { Button, Group, Paper, Select, Stack, Switch, Tabs, Text, Textarea, TextInput } from "@mantine/core";
import { Check, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { DialogFooter, SideDialog } from "../../components/dialog.tsx";
import type { Report } from "../../components/chart/report-cell.ts";
import {
  filterLabel,
  type Configuration,
  type DashboardFilter,
  type DashboardPanel,
  type PanelKind,
  type Refresh,
} from "../dashboard/configuration.ts";
import { PANEL_KINDS, isPanelKind, isReportKind, panelName, panelTitle, titled } from "../dashboard/panel-kinds.ts";
import { panelOptions, type PanelOptionsDraft } from "../dashboard/panel-options.ts";
import type { PanelView } from "../dashboard/panel-picture.ts";
import { unboundPlace } from "../view-editor/place.ts";
import { TimeRangeForm } from "../view-editor/time-range-form.tsx";
import type { RangeDraft } from "../view-editor/view-draft.ts";
import { DESCRIPTION_BELOW } from "../../components/form-fields.tsx";
import { words } from "../../words/words.ts";
import { ButtonForm } from "./button-form.tsx";
import { ofKind } from "./dashboard-draft.ts";
import { MessagesForm } from "./messages-form.tsx";
import { OptionsForm } from "./options-form.tsx";
import { RefreshSelect } from "./refresh-select.tsx";
import { SourceForm } from "./source-form.tsx";
import { SwitchForm } from "./switch-form.tsx";
import classes from "./panel-form.module.css";

interface PanelFormProps {
  readonly panel: DashboardPanel;
  readonly view: PanelView | null | undefined;
  readonly filters: readonly DashboardFilter[];
  /** What it shows at present. */
  readonly report: Report | null | undefined;
  readonly preview: ReactNode;
  /** Consecutive changes with the same `step` are one to undo. */
  readonly onPanel: (panel: DashboardPanel, step: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

const WORDS = words.dashboardEditor.panel;
const KINDS = (Object.keys(PANEL_KINDS) as PanelKind[]).map((value) => ({ value, label: PANEL_KINDS[value].label }));
const TITLE_CHARS_MAX = 255;
const TEXT_CHARS_MAX = 20_000;

export function PanelForm(props: PanelFormProps): ReactNode {
  const { panel, view, filters, report, preview, onPanel, onRemove, onClose } = props;
  const { kind, title, overrides } = panel;
  const set = (change: Partial<DashboardPanel>, step: string): void => onPanel({ ...panel, ...change }, step);
  const setOptions = (options: PanelOptionsDraft, step: string): void => set({ options: { ...options } }, step);
  const options: PanelOptionsDraft = panel.options;
  return (
    <SideDialog
      title={WORDS.title(panelName(titled(panel, view, report)))}
      position="right"
      size={520}
      onClose={onClose}
    >
      <Stack gap="md">
        <Paper withBorder className={classes["preview"] ?? ""} aria-hidden inert>
          {preview}
        </Paper>
        <Group grow align="flex-start">
          <Select
            label={WORDS.kind}
            data={KINDS}
            value={kind}
            description={PANEL_KINDS[kind].says}
            inputWrapperOrder={DESCRIPTION_BELOW}
            onChange={(next) => {
              if (next !== null && isPanelKind(next)) onPanel(ofKind(panel, next), "kind");
            }}
          />
          <TextInput
            label={words.components.common.title}
            placeholder={panelTitle(titled({ ...panel, title: "" }, view, report)) || WORDS.noTitle}
            data-autofocus
            maxLength={TITLE_CHARS_MAX}
            value={title}
            onChange={(event) => set({ title: event.currentTarget.value }, "title")}
          />
        </Group>
        {kind === "text" && (
          <Textarea
            label={words.dashboard.kinds.text.label}
            description={WORDS.markdown}
            autosize
            minRows={8}
            maxRows={24}
            maxLength={TEXT_CHARS_MAX}
            value={panelOptions(panel.options).text}
            onChange={(event) => setOptions({ ...options, text: event.currentTarget.value }, "text")}
          />
        )}
        {kind === "attributeSwitch" && <SwitchForm panel={panel} onPanel={set} />}
        {kind === "rpcButton" && <ButtonForm panel={panel} onPanel={set} />}
        {kind === "messages" && <MessagesForm panel={panel} onPanel={set} />}
        {isReportKind(kind) && (
          <Tabs defaultValue="source" variant="pills" keepMounted={false}>
            <Tabs.List aria-label={WORDS.parts}>
              <Tabs.Tab value="source">{WORDS.values}</Tabs.Tab>
              <Tabs.Tab value="options">{WORDS.look}</Tabs.Tab>
              <Tabs.Tab value="overrides">{WORDS.overrides}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="source" pt="md">
              <SourceForm panel={panel} onPanel={set} />
            </Tabs.Panel>
            <Tabs.Panel value="options" pt="md">
              <OptionsForm panel={panel} columns={report?.columns ?? []} onOptions={setOptions} />
            </Tabs.Panel>
            <Tabs.Panel value="overrides" pt="md">
              <OverridesForm
                overrides={overrides}
                filters={filters}
                onOverrides={(next) => set({ overrides: next }, "overrides")}
              />
            </Tabs.Panel>
          </Tabs>
        )}
        <DialogFooter>
          <Button variant="light" color="red" leftSection={<Trash2 />} onClick={onRemove}>
            {words.components.common.remove}
          </Button>
          <Button leftSection={<Check />} onClick={onClose}>
            {WORDS.done}
          </Button>
        </DialogFooter>
      </Stack>
    </SideDialog>
  );
}

type Overrides = DashboardPanel["overrides"];

interface OverridesFormProps {
  readonly overrides: Overrides;
  readonly filters: readonly DashboardFilter[];
  readonly onOverrides: (overrides: Overrides) => void;
}

const OWN_RANGE: RangeDraft = { type: "preset", preset: "last7Days" };
const OWN_REFRESH: Refresh = { type: "interval", millis: 60_000 };

function OverridesForm({ overrides, filters, onOverrides }: OverridesFormProps): ReactNode {
  const { timeRange, refresh, filtersIgnored } = overrides;
  const setRange = (range: RangeDraft | null): void =>
    onOverrides({ ...overrides, timeRange: range as Configuration["timeRange"] | null });
  const setRefresh = (next: Refresh | null): void => onOverrides({ ...overrides, refresh: next });
  return (
    <Stack gap="md">
      <Switch
        label={WORDS.ownRange}
        description={WORDS.ownRangeSays}
        checked={timeRange !== null}
        onChange={(event) => setRange(event.currentTarget.checked ? OWN_RANGE : null)}
      />
      {timeRange !== null && (
        <TimeRangeForm range={unboundPlace<RangeDraft>(timeRange, (next) => setRange(next ?? OWN_RANGE))} />
      )}
      <Switch
        label={WORDS.ownRefresh}
        description={WORDS.ownRefreshSays}
        checked={refresh !== null}
        onChange={(event) => setRefresh(event.currentTarget.checked ? OWN_REFRESH : null)}
      />
      {refresh !== null && <RefreshSelect refresh={refresh} onRefresh={setRefresh} />}
      {filters.length === 0 && <Text c="dimmed">{WORDS.noFilters}</Text>}
      {filters.map((filter) => (
        <Switch
          key={filter.name}
          label={<span className="foreign">{WORDS.filter(filterLabel(filter))}</span>}
          checked={!filtersIgnored.includes(filter.name)}
          onChange={(event) =>
            onOverrides({
              ...overrides,
              filtersIgnored: event.currentTarget.checked
                ? filtersIgnored.filter((name) => name !== filter.name)
                : [...filtersIgnored, filter.name],
            })
          }
        />
      ))}
    </Stack>
  );
}
