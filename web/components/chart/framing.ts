// Options common to all charts, and the colours of their text and lines on a light and a dark background.
import type { EChartsCoreOption } from "echarts/core";
import { seriesColors } from "./series-style.ts";
import { plainLabels } from "./time-axis.ts";
import { isObject } from "../../../src/lib/members.ts";

/** Gives the option's axes the colours of the page; the library has no common place for them. */
export function coloredAxes(option: EChartsCoreOption, isDark: boolean): EChartsCoreOption {
  const { text, line } = colorsOf(isDark);
  const colored = (axis: unknown): unknown => {
    if (Array.isArray(axis)) return axis.map(colored);
    if (!isObject(axis)) return axis;
    const part = (name: string, defaults: object): object => withDefaults(axis[name], defaults);
    const drawnLine = (name: string): object => {
      const own = axis[name];
      // A line with a style of its own, such as a paler one, still gets the colour of the page.
      const lineStyle = withDefaults(isObject(own) ? own["lineStyle"] : undefined, { color: line });
      return { ...withDefaults(own, {}), lineStyle };
    };
    return {
      // One that goes on with live values would be seen between two steps, with labels over each other.
      animation: false,
      ...axis,
      axisLabel: part("axisLabel", { color: text, ...(axis["type"] === "time" ? timeLabels(axis["axisLabel"]) : {}) }),
      nameTextStyle: part("nameTextStyle", { color: text }),
      axisLine: drawnLine("axisLine"),
      splitLine: drawnLine("splitLine"),
    };
  };
  const shown = ["xAxis", "yAxis"].filter((name) => name in option);
  const dataZoom = option["dataZoom"];
  return {
    ...Object.fromEntries(shown.map((name) => [name, colored(option[name])])),
    ...(Array.isArray(dataZoom) ? { dataZoom: dataZoom.map(coloredZoom(isDark)) } : {}),
  };
}

function timeLabels(label: unknown): object {
  const ticks = isObject(label) ? [label["customValues"]].flat().filter((ts) => typeof ts === "number") : [];
  return { hideOverlap: true, formatter: plainLabels(ticks) };
}

function withDefaults(own: unknown, defaults: object): object {
  return { ...defaults, ...(isObject(own) ? own : {}) };
}

/** Of the part of an axis that is marked or shown. */
export function brushColor(isDark: boolean): string {
  return isDark ? "rgba(63, 184, 189, 0.16)" : "rgba(11, 122, 130, 0.1)";
}

/** The control below the chart that selects the part of an axis to show. Within the chart, a drag marks such a part. */
function coloredZoom(isDark: boolean): (zoom: unknown) => unknown {
  const { text, line, surface } = colorsOf(isDark);
  const ground = { lineStyle: { color: line }, areaStyle: { color: line } };
  const style = {
    borderColor: line,
    fillerColor: brushColor(isDark),
    dataBackground: ground,
    selectedDataBackground: ground,
    handleStyle: { color: surface, borderColor: text },
    moveHandleStyle: { color: line },
    // The marks on its handle are bright, and stand alone above it.
    moveHandleIcon: "none",
  };
  return (zoom) => {
    if (!isObject(zoom)) return zoom;
    return zoom["type"] === "slider" ? { ...style, ...zoom } : { cursorGrab: "crosshair", ...zoom };
  };
}

/** Those of controls that are dragged, wide enough for a finger. */
const FINGER_HANDLES = { handleIcon: "circle", handleSize: 24 };

/** The option with such handles. */
export function fingerHandles(option: EChartsCoreOption): EChartsCoreOption {
  const { dataZoom, visualMap } = option;
  const zooms: readonly unknown[] = Array.isArray(dataZoom) ? dataZoom : [];
  const isSlider = (zoom: unknown): zoom is object => isObject(zoom) && zoom["type"] === "slider";
  return {
    ...option,
    ...(zooms.some(isSlider)
      ? { dataZoom: zooms.map((zoom) => (isSlider(zoom) ? { ...zoom, ...FINGER_HANDLES } : zoom)) }
      : {}),
    ...(isObject(visualMap) ? { visualMap: { ...visualMap, ...FINGER_HANDLES } } : {}),
  };
}

export function textColor(isDark: boolean): string {
  return colorsOf(isDark).text;
}

/** Behind text that is drawn over others. */
export function surfaceColor(isDark: boolean): string {
  return colorsOf(isDark).surface;
}

function colorsOf(isDark: boolean) {
  return isDark
    ? { text: "#c9c9c9", line: "#424242", surface: "#2e2e2e" }
    : { text: "#495057", line: "#e3e6ea", surface: "#ffffff" };
}

/** Options common to all charts. */
export function framing(isDark: boolean, fontFamily: string): EChartsCoreOption {
  const { text, line, surface } = colorsOf(isDark);
  return {
    color: seriesColors(isDark),
    backgroundColor: "transparent",
    textStyle: { fontFamily, color: text },
    animationDuration: 200,
    grid: { left: 8, right: 16, top: 32, bottom: 8 },
    // The page has legends of its own, which wrap and which keys reach.
    legend: { show: false },
    tooltip: {
      trigger: "axis",
      renderMode: "richText",
      confine: true,
      backgroundColor: surface,
      borderColor: line,
      textStyle: { color: text },
    },
  };
}
