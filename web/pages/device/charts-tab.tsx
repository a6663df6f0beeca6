// The values of a device over time: its keys, compared with other devices, as a chart, a table or a file. The choice is
// kept in the address.
import { Box, Button, Group, Menu, Paper, SegmentedControl, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useQueries, useQuery } from "@tanstack/react-query";
import { ChartLine, Download, FileDown, FileUp, PanelsTopLeft } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { useFormatsOfEach } from "../../app/key-formats.ts";
import { useUser } from "../../app/use-session.ts";
import { NO_FORMATS } from "../../components/chart/key-format.ts";
import type { TimeMove } from "../../components/chart/time-chart.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FoldedControls } from "../../components/folded-controls.tsx";
import { LiveBadge } from "../../components/live-badge.tsx";
import { Marked } from "../../components/marked.tsx";
import { NewestValue } from "../../components/newest-value.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { fileName, saveFile } from "../../components/save-file.ts";
import { ChartView } from "./charts/chart-view.tsx";
import { changeFor, choiceIn, type ChartChoice } from "./charts/chart-address.ts";
import { firstKey } from "./charts/first-key.ts";
import { FiguresTable } from "./charts/figures-table.tsx";
import { csvOf, figuresOf } from "./charts/figures.ts";
import { FullExportDialog } from "./charts/full-export-dialog.tsx";
import { intervalLabel } from "./charts/intervals.ts";
import { RangeControls } from "./charts/range-controls.tsx";
import { readChanging, readKinds, readNewestTs } from "./charts/read-series.ts";
import { KeysField, OthersField } from "./charts/series-controls.tsx";
import { isEmptyFrom, newestTsOf } from "./charts/shown-series.ts";
import { bounded, endingAt, moved, runRangeOf, windowOf, type TimeRange } from "./charts/time-range.ts";
import { useChart, type ChartContent, type ChartDevice } from "./charts/use-chart.ts";
import { draftOf } from "./charts/thresholds-dialog.tsx";
import { ValueControls } from "./charts/value-controls.tsx";
import { chosenRangeWords } from "../view/range-words.ts";
import { keptRange } from "../dashboard/kept-range.ts";
import type { AddedPanel } from "../dashboard-editor/dashboard-draft.ts";
import { AddToDashboard } from "../dashboards/add-to-dashboard.tsx";
import { ImportDialog } from "../devices/import-dialog.tsx";
import { choices } from "../../components/choices.ts";
import { useIsTouched } from "../../components/use-is-touched.ts";
import { Warning } from "../../components/warning.tsx";
import { countText, region } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { isGatewayDevice, type DeviceTabProps } from "./device-tab.ts";
import { ownKeysFirst } from "./update-keys.ts";
import { useLiveState } from "./use-live-values.ts";

// Loads the chart library while the values are read.
void import("../../components/chart/echarts.ts");

const WIDTH_UNKNOWN = 800;
const NATURAL = new Intl.Collator(region.dateLocale, { numeric: true });
const WORDS = words.device.charts;

export function ChartsTab({ device }: DeviceTabProps): ReactNode {
  const { address, change } = useAddress();
  const choice = choiceIn(address);
  const known = useKnownKeys(device.id.id);
  const { ref, width } = useElementSize();
  const others = useOthers(choice.others.filter((id) => id !== device.id.id));
  const compared = [{ id: device.id.id, name: device.name, profileId: device.deviceProfileId.id }, ...others];
  const formats = useFormatsOfEach(compared.map(({ profileId }) => profileId));
  const devices = compared.map((one, place) => ({ ...one, formats: formats[place] ?? NO_FORMATS }));
  const first = useFirstKey(device.id.id, choice.keys.length > 0 ? [] : (known.data ?? []), choice.range);
  const keys = choice.keys.length > 0 ? choice.keys : first;
  const choose = (next: Partial<ChartChoice>): void => change(changeFor(next));
  if (known.isError && keys.length === 0)
    return <ProblemAlert error={known.error} title={WORDS.keysFailed} onRetry={() => void known.refetch()} />;
  return (
    <Stack ref={ref} gap="md">
      {known.data?.length === 0 && choice.keys.length === 0 ? (
        <Nothing isGateway={isGatewayDevice(device)} />
      ) : (
        <Shown devices={devices} keys={keys} choice={choice} onChoice={choose} widthPixels={width || WIDTH_UNKNOWN}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <KeysField known={known.data ?? []} chosen={keys} onKeys={(next) => choose({ keys: next })} />
            <OthersField deviceId={device.id.id} others={others} onOthers={(next) => choose({ others: next })} />
          </SimpleGrid>
        </Shown>
      )}
      {choiceOf(address, "dialog", ["import"]) !== null && (
        <ImportDialog mayCreateDevices={false} device={device.name} onClose={() => change({ dialog: undefined })} />
      )}
    </Stack>
  );
}

interface ShownProps {
  readonly devices: readonly ChartDevice[];
  readonly keys: readonly string[];
  readonly choice: ChartChoice;
  readonly onChoice: (choice: Partial<ChartChoice>) => void;
  readonly widthPixels: number;
  /** The choice of what is drawn. */
  readonly children: ReactNode;
}

function Shown({ devices, keys, choice, onChoice, widthPixels, children }: ShownProps): ReactNode {
  const { range, isTable } = choice;
  const content = useChart(devices, keys, choice, widthPixels);
  const { series, window, intervalMillis } = content;
  const state = useLiveState();
  const { role } = useUser();
  const [isExporting, setExporting] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const figures = useMemo(
    () => (isTable ? figuresOf(series, window) : null),
    // A table that moved every second could not be read.
    [isTable, series, window],
  );
  const isEmpty = isEmptyFrom(series, window.startTs);
  const move = (step: TimeMove): void =>
    onChoice({ range: moved(range, step, range.window === null ? window.endTs : Date.now()) });
  const live = range.window === null && <LiveBadge state={state} newestTs={newestTsOf(series)} />;
  const chosen = [chosenRangeWords(runRangeOf(range), ""), WORDS.keyCount(keys.length)];
  return (
    <>
      <FoldedControls label={WORDS.controls} chosen={chosen} aside={live} mb="sm">
        <Stack gap="md">
          {children}
          <Group justify="space-between" gap="sm">
            <RangeControls range={range} window={window} onMove={move} onRange={(next) => onChoice({ range: next })} />
            {live !== false && (
              <Box visibleFrom="sm" ml="auto">
                {live}
              </Box>
            )}
          </Group>
          <Group justify="space-between" align="flex-end" gap="sm">
            <ValueControls
              choice={choice}
              spanMillis={window.endTs - window.startTs}
              intervalMillis={intervalMillis}
              hasSeveralKeys={keys.length > 1}
              numberKeys={keys.filter((key) => series.some((one) => one.key === key && one.kind === "numbers"))}
              onChoice={onChoice}
            />
            <Group gap="sm">
              <SegmentedControl
                aria-label={WORDS.showAs}
                data={choices(WORDS.ways)}
                value={isTable ? "table" : "chart"}
                onChange={(value) => onChoice({ isTable: value === "table" })}
              />
              {role === "TENANT_ADMIN" && (
                <Button
                  variant="default"
                  leftSection={<PanelsTopLeft />}
                  disabled={series.length === 0}
                  onClick={() => setAdding(true)}
                >
                  {WORDS.addToDashboard}
                </Button>
              )}
              <DownloadMenu
                isEmpty={isEmpty}
                onShown={() => {
                  const csv = new Blob([csvOf(figuresOf(series, window))], { type: "text/csv;charset=utf-8" });
                  saveFile(csv, WORDS.shownFile(fileName(devices[0]?.name ?? "", keys.join(" "))));
                }}
                onAll={() => setExporting(true)}
              />
            </Group>
          </Group>
        </Stack>
      </FoldedControls>
      <Notes content={content} />
      {isEmpty && !content.isLoading && !content.isRefreshing && (
        <NewestOfDevices
          devices={devices}
          keys={keys}
          onShow={(ts) => onChoice({ range: endingAt(range, ts, window.endTs) })}
        />
      )}
      {content.isLoading && <Skeleton height={380} role="status" aria-label={WORDS.loading} />}
      {!content.isLoading && isTable && figures !== null && <FiguresTable figures={figures} />}
      {!content.isLoading && !isTable && (
        <>
          <ChartView
            content={content}
            choice={choice}
            widthPixels={widthPixels}
            onMove={move}
            onWindow={({ startTs, endTs }) => onChoice({ range: { ...range, window: bounded(startTs, endTs) } })}
          />
          <Caption content={content} choice={choice} isEmpty={isEmpty} />
        </>
      )}
      {isAdding && (
        <AddToDashboard
          panel={panelOfChart(devices, keys, choice, content)}
          timeRange={keptRange(runRangeOf(range), window.endTs)}
          onClose={() => setAdding(false)}
        />
      )}
      {isExporting && (
        <FullExportDialog
          devices={devices}
          keys={keys}
          window={window}
          valueCount={content.valueCount}
          onClose={() => setExporting(false)}
        />
      )}
    </>
  );
}

/** States are drawn as a timeline, of one key. */
function panelOfChart(
  devices: readonly ChartDevice[],
  keys: readonly string[],
  { aggregation, thresholds }: ChartChoice,
  { series }: ChartContent,
): AddedPanel {
  const isOfStates = series.every(({ kind }) => kind === "states");
  const ofKeys = keys.flatMap((key) => {
    const colors = thresholds.find((known) => known.key === key)?.colors;
    return colors === undefined ? [] : [{ key, thresholds: colors.map(draftOf) }];
  });
  const isChosen = aggregation !== "auto" && aggregation !== "none" && !isOfStates;
  return {
    kind: isOfStates ? "stateTimeline" : "timeSeries",
    title: [devices.map(({ name }) => name).join(", "), keys.join(", ")].join(": ").slice(0, TITLE_CHARS_MAX),
    source: {
      type: "keys",
      keys: isOfStates ? keys.slice(0, 1) : keys,
      aggregation: isChosen ? aggregation : null,
      trend: false,
      compare: null,
      deviceIds: devices.map(({ id }) => id),
      filter: null,
    },
    ...(ofKeys.length === 0 || isOfStates
      ? {}
      : { options: keys.length === 1 ? { thresholds: ofKeys[0]?.thresholds ?? [] } : { byKey: ofKeys } }),
  };
}

const TITLE_CHARS_MAX = 255;

interface DownloadMenuProps {
  readonly isEmpty: boolean;
  readonly onShown: () => void;
  readonly onAll: () => void;
}

function DownloadMenu({ isEmpty, onShown, onAll }: DownloadMenuProps): ReactNode {
  const { change } = useAddress();
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<Download />}>
          {WORDS.files}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<ChartLine />} disabled={isEmpty} onClick={onShown}>
          {WORDS.exportShown}
        </Menu.Item>
        <Menu.Item leftSection={<FileDown />} onClick={onAll}>
          {WORDS.exportAll}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<FileUp />} onClick={() => change({ dialog: "import" })}>
          {WORDS.importValues}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What is missing in the picture, and why. */
function Notes({ content: { problems, cut, isIntervalTooShort, intervalMillis } }: { readonly content: ChartContent }) {
  return (
    <>
      {problems.map(({ device, error, retry }) => (
        <ProblemAlert key={device.id} error={error} title={WORDS.valuesFailed(device.name)} onRetry={retry} />
      ))}
      {cut.length > 0 && (
        <Warning>
          <Marked text={WORDS.cut} as={() => <span className="foreign">{cut.join(", ")}</span>} />
        </Warning>
      )}
      {isIntervalTooShort && intervalMillis > 0 && (
        <Warning>{WORDS.intervalTooShort(intervalLabel(intervalMillis))}</Warning>
      )}
    </>
  );
}

interface NewestOfDevicesProps {
  readonly devices: readonly ChartDevice[];
  readonly keys: readonly string[];
  readonly onShow: (ts: number) => void;
}

function NewestOfDevices({ devices, keys, onShow }: NewestOfDevicesProps): ReactNode {
  const newest = useQueries({
    queries: devices.map(({ id }) => ({
      queryKey: ["telemetry", id, "newest-of", keys],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readNewestTs(id, keys, signal),
      enabled: keys.length > 0,
    })),
  });
  const times = newest.flatMap(({ data }) => (data === undefined || data === null ? [] : [data]));
  return <NewestValue ts={times.length === 0 ? null : Math.max(...times)} onShow={onShow} />;
}

interface CaptionProps {
  readonly content: ChartContent;
  readonly choice: ChartChoice;
  readonly isEmpty: boolean;
}

/** How the picture was made, and how to navigate in it. */
function Caption({ content: { intervalMillis, valueCount }, choice: { aggregation }, isEmpty }: CaptionProps) {
  // States are not numbers, and are not counted.
  const values = valueCount === null || valueCount === 0 ? null : WORDS.values(countText(valueCount), valueCount === 1);
  const interval = intervalLabel(intervalMillis);
  const isTouched = useIsTouched();
  const how =
    intervalMillis === 0
      ? values === null
        ? ""
        : `${values}.`
      : aggregation !== "auto"
        ? WORDS.intervals(interval)
        : values === null
          ? WORDS.averagesAlone(interval)
          : WORDS.averages(values, interval);
  return (
    <Text c="dimmed">
      {isEmpty ? WORDS.noValues : how} {isTouched ? WORDS.navigation.touch : WORDS.navigation.mouse}
    </Text>
  );
}

/** Most gateways only carry the values of others, so that nothing is to be done. */
function Nothing({ isGateway }: { readonly isGateway: boolean }): ReactNode {
  const { change } = useAddress();
  return (
    <Paper withBorder>
      <EmptyState
        icon={ChartLine}
        title={WORDS.empty}
        action={
          <Group gap="sm" justify="center">
            {!isGateway && (
              <Button variant="light" onClick={() => change({ tab: "credentials" })}>
                {WORDS.howToConnect}
              </Button>
            )}
            <Button variant="default" onClick={() => change({ dialog: "import" })}>
              {WORDS.importValues}
            </Button>
          </Group>
        }
      >
        {isGateway ? WORDS.emptyOfGateway : WORDS.emptyText}
      </EmptyState>
    </Paper>
  );
}

const KEYS_REREAD_MILLIS = 10_000;
/** Among at most this many keys, one is chosen. */
const FIRST_KEYS_MAX = 50;

function useKnownKeys(deviceId: string) {
  return useQuery({
    queryKey: ["telemetry", deviceId, "keys"],
    queryFn: async ({ signal }) => {
      const path = { entityType: "DEVICE" as const, entityId: deviceId };
      const keys = await ask(
        api.GET("/api/plugins/telemetry/{entityType}/{entityId}/keys/timeseries", { params: { path }, signal }),
      );
      return ownKeysFirst(keys.sort((a, b) => NATURAL.compare(a, b)));
    },
    refetchInterval: KEYS_REREAD_MILLIS,
  });
}

/** The key shown before one has been chosen; it stays while others arrive. */
function useFirstKey(deviceId: string, known: readonly string[], range: TimeRange): readonly string[] {
  const keys = known.slice(0, FIRST_KEYS_MAX);
  const found = useQuery({
    queryKey: ["telemetry", deviceId, "first-key"],
    queryFn: async ({ signal }) => {
      const [kinds, changing] = await Promise.all([
        readKinds(deviceId, keys, signal),
        readChanging(deviceId, keys, windowOf(range, Date.now()), signal),
      ]);
      return keys.map((key) => ({ key, isNumber: kinds.get(key) === "number", isChanging: changing.has(key) }));
    },
    enabled: keys.length > 0,
    staleTime: Infinity,
  });
  if (found.isPending) return [];
  const key = firstKey(found.data ?? []) ?? known[0];
  return key === undefined || known.length === 0 ? [] : [key];
}

/** The devices to compare with; a device that may not be seen is named by its id, and its values show the reason. */
function useOthers(ids: readonly string[]) {
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["devices", "one", id],
      queryFn: read("/api/device/info/{deviceId}", { path: { deviceId: id } }),
    })),
  });
  return ids.map((id, place) => {
    const device = found[place]?.data;
    return { id, name: device?.name ?? id, profileId: device?.deviceProfileId.id ?? null };
  });
}
