// What a panel shows: keys of devices that are chosen here, or a saved table view.
import { Autocomplete, MultiSelect, SegmentedControl, Select, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import { profileNamesQuery } from "../../api/queries.ts";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { choices } from "../../components/choices.ts";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { formatsAmong, NO_FORMAT } from "../../components/chart/key-format.ts";
import { isObject } from "../../../src/lib/members.ts";
import type { DashboardPanel, KeysSource } from "../dashboard/configuration.ts";
import { coordinatesIn, coordinatesOf, type Coordinates } from "../dashboard/coordinates.ts";
import { canCompare, isByTime, usualFunction } from "../dashboard/panel-kinds.ts";
import { panelOptions, type PanelOptionsDraft } from "../dashboard/panel-options.ts";
import { placesView } from "../dashboards/places-view.ts";
import { aggregationOf } from "../view-editor/aggregation-words.ts";
import { DevicesAt } from "../view-editor/device-lists.tsx";
import { useKnownKeys } from "../view-editor/known-keys.ts";
import { FORMER_PERIODS } from "../view-editor/period-words.ts";
import { unboundPlace } from "../view-editor/place.ts";
import { words } from "../../words/words.ts";
import { createNumbered } from "../view-editor/view-calls.ts";
import { ALL_DEVICES, NO_KEYS, ofProfiles, type DevicesOfSource } from "./dashboard-draft.ts";
import { KeysInput } from "./keys-input.tsx";
import { profilesOfSource } from "./known-units.ts";
import { useSentKeys } from "./sent-keys.ts";
import { useSourceProfiles } from "./use-source-profiles.ts";

interface SourceFormProps {
  readonly panel: DashboardPanel;
  readonly onPanel: (change: Partial<DashboardPanel>, step: string) => void;
}

const WORDS = words.dashboardEditor.source;
const SOURCES = choices(WORDS.types);

export function SourceForm({ panel, onPanel }: SourceFormProps): ReactNode {
  const { source } = panel;
  // What was chosen in the other form is there again if the choice is taken back.
  const [other, setOther] = useState<DashboardPanel["source"]>(null);
  const type = source?.type ?? "keys";
  return (
    <Stack gap="md">
      {panel.kind !== "imagePlan" && (
        <SegmentedControl
          aria-label={WORDS.label}
          data={SOURCES}
          value={type}
          onChange={(next) => {
            if (next === type) return;
            setOther(source);
            onPanel({ source: other ?? (next === "view" ? { type: "view", viewId: "" } : NO_KEYS) }, "source");
          }}
        />
      )}
      {source?.type === "view" ? (
        <ViewSelect value={source.viewId} onValue={(viewId) => onPanel({ source: { type: "view", viewId } }, "view")} />
      ) : (
        <KeysForm panel={panel} source={source ?? NO_KEYS} onPanel={onPanel} />
      )}
    </Stack>
  );
}

const SHOWN_MAX = 50;
const PAUSE_MILLIS = 150;

/** Selects a saved view by typing a part of its name. */
export function ViewSelect({ value, onValue }: { value: string; onValue: (viewId: string) => void }): ReactNode {
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed, PAUSE_MILLIS);
  const query = { page: 0, pageSize: SHOWN_MAX, ...(text === "" ? {} : { textSearch: text }) };
  const found = useQuery({
    queryKey: ["views", "choices", text],
    queryFn: read("/apiAnalytics/v1/views", { query }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    queryKey: ["views", value],
    queryFn: read("/apiAnalytics/v1/views/{viewId}", { path: { viewId: value } }),
    enabled: value !== "",
    retry: false,
  });
  const data = useMemo(() => {
    const names = new Map((found.data?.data ?? []).map(({ id, name }) => [id, name]));
    if (value !== "") names.set(value, chosen.data?.name ?? names.get(value) ?? WORDS.goneView);
    return [...names].map(([id, name]) => ({ value: id, label: name }));
  }, [found.data, chosen.data, value]);
  return (
    <Select
      label={WORDS.view}
      placeholder={WORDS.byName}
      searchable
      data={data}
      // The platform has already searched among all views.
      filter={({ options }) => options}
      nothingFoundMessage={found.isPending ? WORDS.searching : WORDS.noMatch}
      value={value === "" ? null : value}
      onChange={(next) => onValue(next ?? "")}
      onSearchChange={(next) => setTyped(data.some(({ label }) => label === next) ? "" : next)}
    />
  );
}

interface KeysFormProps extends SourceFormProps {
  readonly source: KeysSource;
}

const DEVICES = choices(WORDS.deviceForms);
type DevicesForm = (typeof DEVICES)[number]["value"];

/** Functions of views that need no parameters. */
const AGGREGATIONS = ["avg", "min", "max", "sum", "count", "first", "latest", "delta", "increase"] as const;
const USUAL = "usual";
const NO_PERIOD = "none";

function KeysForm({ panel, source, onPanel }: KeysFormProps): ReactNode {
  const { kind } = panel;
  const set = (change: Partial<KeysSource>, step: string): void => onPanel({ source: { ...source, ...change } }, step);
  const form = formOf(source);
  return (
    <>
      <ChoiceSelect
        label={WORDS.devices}
        choices={DEVICES}
        value={form}
        onValue={(next) => set(startOf(next), "devices")}
      />
      <DevicesOf source={source} form={form} onSource={set} />
      {kind === "map" ? (
        <MapKeys panel={panel} source={source} onPanel={onPanel} />
      ) : (
        <KeysInput kind={kind} source={source} onKeys={(keys) => set({ keys }, "keys")} />
      )}
      {kind === "figure" && (
        <Switch
          label={WORDS.trend}
          description={WORDS.trendSays}
          checked={source.trend}
          onChange={(event) => set({ trend: event.currentTarget.checked }, "trend")}
        />
      )}
      {canCompare(panel) && (
        <ChoiceSelect
          label={WORDS.compare}
          choices={[
            { value: NO_PERIOD, label: kind === "figure" ? WORDS.startOfRange : WORDS.nothing },
            ...FORMER_PERIODS,
          ]}
          value={source.compare ?? NO_PERIOD}
          onValue={(next) => set({ compare: next === NO_PERIOD ? null : next }, "compare")}
        />
      )}
      {kind !== "map" && (
        <Select
          label={isByTime(panel) ? WORDS.aggregationPerInterval : WORDS.aggregation}
          data={[
            { value: USUAL, label: WORDS.usual[usualFunction(panel)] },
            ...AGGREGATIONS.map((value) => ({ value, label: aggregationOf(value)?.label ?? value })),
          ]}
          value={source.aggregation ?? USUAL}
          onChange={(next) => set({ aggregation: AGGREGATIONS.find((known) => known === next) ?? null }, "aggregation")}
        />
      )}
    </>
  );
}

function formOf({ deviceIds, filter }: KeysSource): DevicesForm {
  if (deviceIds !== null || filter === null) return "chosen";
  if (filter["type"] === "deviceType") return "profile";
  return filter["type"] === "entityName" ? "prefix" : "all";
}

function startOf(form: DevicesForm): DevicesOfSource {
  switch (form) {
    case "chosen":
      return { deviceIds: [], filter: null };
    case "profile":
      return ofProfiles(["default"]);
    case "prefix":
      return { deviceIds: null, filter: { type: "entityName", entityType: "DEVICE", entityNameFilter: "" } };
    case "all":
      return ALL_DEVICES;
  }
}

interface DevicesOfProps {
  readonly source: KeysSource;
  readonly form: DevicesForm;
  readonly onSource: (change: Partial<KeysSource>, step: string) => void;
}

function DevicesOf({ source: { deviceIds, filter }, form, onSource }: DevicesOfProps): ReactNode {
  const filters = isObject(filter) ? filter : {};
  switch (form) {
    case "chosen":
      return (
        <DevicesAt
          at={unboundPlace<readonly string[]>(deviceIds ?? [], (next) =>
            onSource({ deviceIds: next ?? [], filter: null }, "devices"),
          )}
          label={WORDS.chosen}
          placeholder={deviceIds === null || deviceIds.length === 0 ? WORDS.byName : undefined}
        />
      );
    case "profile": {
      const types = filters["deviceTypes"];
      return (
        <ProfileNames
          names={Array.isArray(types) ? types.map(String) : []}
          onNames={(deviceTypes) => {
            if (deviceTypes.length > 0) onSource(ofProfiles(deviceTypes), "profiles");
          }}
        />
      );
    }
    case "prefix": {
      const prefix = filters["entityNameFilter"];
      return (
        <TextInput
          label={WORDS.prefix}
          placeholder={WORDS.prefixExample}
          maxLength={255}
          value={typeof prefix === "string" ? prefix : ""}
          onChange={(event) => {
            const entityNameFilter = event.currentTarget.value;
            onSource(
              { deviceIds: null, filter: { type: "entityName", entityType: "DEVICE", entityNameFilter } },
              "prefix",
            );
          }}
        />
      );
    }
    case "all":
      return <Text c="dimmed">{WORDS.all}</Text>;
  }
}

interface ProfileNamesProps {
  readonly names: readonly string[];
  readonly onNames: (names: string[]) => void;
}

function ProfileNames({ names, onNames }: ProfileNamesProps): ReactNode {
  const profiles = useQuery(profileNamesQuery);
  const known = (profiles.data ?? []).map(({ name }) => name);
  return (
    <MultiSelect
      label={WORDS.profiles}
      searchable
      data={[...new Set([...known, ...names])]}
      value={[...names]}
      onChange={onNames}
    />
  );
}

const MAP_KEYS = [
  { option: "latitude", label: WORDS.latitude, placeholder: WORDS.chooseKey },
  { option: "longitude", label: WORDS.longitude, placeholder: WORDS.chooseKey },
  { option: "value", label: WORDS.figure, placeholder: WORDS.noFigure },
] as const;
type MapKey = (typeof MAP_KEYS)[number]["option"];

/** The keys of a map are those of its coordinates and of one figure. What devices have is filled in if there are none yet. */
function MapKeys({ panel, source, onPanel }: KeysFormProps): ReactNode {
  const options: PanelOptionsDraft = panel.options;
  const all = useKnownKeys("", "telemetry").data;
  const sent = useSentKeys(source);
  const known = useMemo(
    () => (sent === undefined ? undefined : all?.filter(({ key }) => sent === null || sent.has(key))),
    [all, sent],
  );
  const set = (change: Readonly<Partial<Record<MapKey, string>>>, step: string): void => {
    const next = { ...options, ...change };
    const keys = MAP_KEYS.flatMap((each) => next[each.option] ?? []);
    onPanel({ options: next, source: { ...source, keys: [...new Set(keys)], aggregation: null } }, step);
  };
  const found = coordinatesIn(known ?? []);
  const isAwaited = useRef(coordinatesOf(source.keys, panelOptions(options)) === null);
  const fill = useEffectEvent((): void => {
    if (!isAwaited.current) return;
    isAwaited.current = false;
    // What the panel has shown as one of another kind stands at the markers.
    const value = source.keys.find((key) => key !== found?.latitude && key !== found?.longitude);
    if (found !== null || value !== undefined) set({ value, ...found }, "found");
  });
  useEffect(() => {
    if (known !== undefined) fill();
  }, [known]);
  return (
    <>
      {MAP_KEYS.map(({ option, label, placeholder }) => (
        <Autocomplete
          key={option}
          label={label}
          placeholder={placeholder}
          required={option !== "value"}
          maxLength={255}
          limit={20}
          data={(known ?? []).map(({ key }) => key)}
          value={options[option] ?? ""}
          onChange={(key) => set({ [option]: key === "" ? undefined : key }, option)}
        />
      ))}
      <PlacesInAttributes
        isOffered={known !== undefined && found === null}
        devices={source}
        value={options.value}
        onPanel={onPanel}
      />
    </>
  );
}

interface PlacesInAttributesProps extends Pick<KeysFormProps, "onPanel"> {
  /** If devices send no coordinates. */
  readonly isOffered: boolean;
  readonly devices: KeysSource;
  /** The key of what stands at the markers. */
  readonly value: string | undefined;
}

function PlacesInAttributes({ isOffered, devices, value, onPanel }: PlacesInAttributesProps): ReactNode {
  const known = useKnownKeys("", "attribute").data ?? [];
  const coordinates = isOffered ? coordinatesIn(known) : null;
  const formats = formatsAmong(useSourceProfiles(devices), profilesOfSource(devices));
  const make = useAction({
    call: (of: Coordinates) => {
      const figure = value === undefined ? null : { key: value, ...(formats.get(value) ?? NO_FORMAT) };
      return createNumbered(placesView({ coordinates: of, devices, figure }));
    },
    failed: WORDS.notMade,
    stale: ["views"],
    onDone: ({ id }) => onPanel({ source: { type: "view", viewId: id } }, "places"),
  });
  if (coordinates === null) return <Text c="dimmed">{WORDS.attributes}</Text>;
  return (
    <Stack gap="xs">
      <Text className="foreign">{WORDS.attributesFound(coordinates.latitude, coordinates.longitude)}</Text>
      <BusyButton
        variant="light"
        w="fit-content"
        leftSection={<MapPin />}
        isBusy={make.isPending}
        onClick={() => make.run(coordinates)}
      >
        {WORDS.useAttributes}
      </BusyButton>
    </Stack>
  );
}
