// How a panel looks, by its kind, each setting as an input of its own.
import { Group, NumberInput, Select, Stack, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { TilesHelp } from "../../components/chart/map-source.tsx";
import { tilesUrl } from "../../components/chart/map-tiles.ts";
import type { ReportColumn } from "../../components/chart/report-cell.ts";
import type { DashboardPanel, PanelKind } from "../dashboard/configuration.ts";
import type { PanelOptionsDraft } from "../dashboard/panel-options.ts";
import { ColorsAt } from "../view-editor/cell-style-at.tsx";
import { OptionAt } from "../view-editor/chart-option-at.tsx";
import { unboundPlace } from "../view-editor/place.ts";
import type { OptionName, PictureType } from "../view-editor/visualization-words.ts";
import { words } from "../../words/words.ts";
import { ImageForm } from "./image-form.tsx";
import { KeyStyles } from "./key-styles.tsx";

interface OptionsFormProps {
  readonly panel: DashboardPanel;
  readonly columns: readonly ReportColumn[];
  readonly onOptions: (options: PanelOptionsDraft, step: string) => void;
}

interface KindOptions {
  /** As the same picture of a view. */
  readonly type: PictureType;
  readonly options: readonly OptionName[];
  readonly pictures?: readonly { readonly value: NonNullable<PanelOptionsDraft["picture"]>; readonly label: string }[];
  readonly hasFigures: boolean;
  /** What thresholds do in it; undefined if it has none. */
  readonly thresholdsSay?: string;
  /** Whether figures stand at axes. */
  readonly hasAxes?: boolean;
}

const WORDS = words.dashboardEditor.options;
const { thresholdsSay } = WORDS;
const AXES = { hasFigures: true, thresholdsSay: thresholdsSay.chart, hasAxes: true };
const OPTIONS: Readonly<Partial<Record<PanelKind, KindOptions>>> = {
  timeSeries: {
    ...{ type: "line", options: ["axisName", "ends", "scale", "legend", "colors"], ...AXES },
    pictures: choices(WORDS.lines),
  },
  figure: { type: "gauge", options: ["row"], hasFigures: true, thresholdsSay: thresholdsSay.figure },
  gauge: { type: "gauge", options: ["row", "ends"], hasFigures: true, thresholdsSay: thresholdsSay.gauge },
  table: { type: "table", options: [], hasFigures: true, thresholdsSay: thresholdsSay.table },
  bars: {
    ...{ type: "bar", options: ["axisName", "ends", "legend", "colors"], ...AXES },
    pictures: choices(WORDS.bars),
  },
  heatMap: { type: "heatMap", options: ["ends"], hasFigures: true },
  stateTimeline: { type: "timeline", options: ["legend", "colors"], hasFigures: false },
  map: { type: "map", options: ["colorScale", "legend"], hasFigures: true, thresholdsSay: thresholdsSay.map },
  imagePlan: { type: "table", options: [], hasFigures: true, thresholdsSay: thresholdsSay.imagePlan },
};

const UNIT_CHARS_MAX = 32;
const DECIMALS_MAX = 15;

export function OptionsForm({
  panel: { kind, source, options: saved },
  columns,
  onOptions,
}: OptionsFormProps): ReactNode {
  const ofKind = OPTIONS[kind];
  if (ofKind === undefined) return null;
  const options: PanelOptionsDraft = saved;
  const { type, pictures, hasFigures, thresholdsSay: says, hasAxes = false } = ofKind;
  const set = (change: Partial<PanelOptionsDraft>, step: string): void => onOptions({ ...options, ...change }, step);
  // Of a map, keys are coordinates.
  const keys = source?.type === "keys" && hasFigures && kind !== "map" ? source.keys : [];
  const place = unboundPlace<PanelOptionsDraft>(options, (next) => onOptions(next ?? {}, "look"));
  return (
    <Stack gap="md">
      {kind === "imagePlan" && <ImageForm options={options} onOptions={set} />}
      {pictures !== undefined && (
        <Select
          label={WORDS.drawnAs}
          data={[...pictures]}
          value={options.picture ?? pictures[0]?.value ?? null}
          onChange={(next) => set({ picture: pictures.find(({ value }) => value === next)?.value }, "picture")}
        />
      )}
      {kind === "map" && tilesUrl() === null && (
        <Text c="dimmed" size="sm">
          {words.charts.map.noTiles} <TilesHelp>{words.charts.map.tilesHelp}</TilesHelp>.
        </Text>
      )}
      {kind === "map" && source?.type === "view" && <MapColumns options={options} columns={columns} onSet={set} />}
      {hasFigures && (
        <Group grow align="flex-start">
          <TextInput
            label={WORDS.unit}
            placeholder={source?.type === "view" ? WORDS.asInView : words.components.common.none}
            maxLength={UNIT_CHARS_MAX}
            value={options.unit ?? ""}
            onChange={(event) => set({ unit: event.currentTarget.value || undefined }, "unit")}
          />
          <NumberInput
            label={WORDS.decimals}
            placeholder={WORDS.auto}
            min={0}
            max={DECIMALS_MAX}
            allowDecimal={false}
            value={options.decimals ?? ""}
            onChange={(next) => set({ decimals: typeof next === "number" ? next : undefined }, "decimals")}
          />
        </Group>
      )}
      {ofKind.options.map((option) => (
        <OptionAt key={option} option={option} type={type} options={place} />
      ))}
      {says !== undefined && <ColorsAt colors={place.at("thresholds")} label={WORDS.thresholds} description={says} />}
      {keys.length > 1 && hasAxes && <Text c="dimmed">{WORDS.axes}</Text>}
      {keys.length > 1 && (
        <KeyStyles keys={keys} styles={options.byKey ?? []} onStyles={(byKey, step) => set({ byKey }, step)} />
      )}
    </Stack>
  );
}

interface MapColumnsProps {
  readonly options: PanelOptionsDraft;
  readonly columns: readonly ReportColumn[];
  readonly onSet: (change: Partial<PanelOptionsDraft>, step: string) => void;
}

const MAP_COLUMNS = choices(WORDS.mapColumns);

function MapColumns({ options, columns, onSet }: MapColumnsProps): ReactNode {
  const data = columns.map(({ id, label }) => ({ value: id, label }));
  return MAP_COLUMNS.map(({ value: option, label }) => (
    <Select
      key={option}
      label={label}
      placeholder={WORDS.asInView}
      clearable
      data={data}
      value={options[option] ?? null}
      onChange={(next) => onSet({ [option]: next ?? undefined }, option)}
    />
  ));
}
