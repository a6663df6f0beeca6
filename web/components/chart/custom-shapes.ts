// Shapes missing in the charting library: the band between minimum and maximum, and bands of states.
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams, CustomSeriesRenderItemReturn } from "echarts";
import { stateOpacity } from "./series-style.ts";
import { plainText } from "./plain-text.ts";
import type { StateSeries, StateSpan, TimeSeries } from "./time-series.ts";

type Band = NonNullable<TimeSeries["band"]>;
type RenderItem = (
  params: CustomSeriesRenderItemParams,
  api: CustomSeriesRenderItemAPI,
) => CustomSeriesRenderItemReturn;

/** Height of the band in a lane; the name of its key is above the band. */
const BAND_HEIGHT = 20;
const BAND_OFFSET = 10;
const LABEL_SIZE = 11;
/** Of a character, to the size of the font: rather too much, as a text that is cut off may be that of another state. */
const CHARACTER_EM = 0.65;
const WIDE_CHARACTER_EM = 1;
const FIRST_WIDE = 0x2e80;
const LABEL_PADDING = 6;
/** Of the opacity, where a state is taken to hold. */
const HELD_SHARE = 0.4;

/** One polygon for each stretch without a gap. */
export function rangeBand(runs: readonly Band[], color: string): { data: number[][]; renderItem: RenderItem } {
  return {
    data: runs.map((run) => [
      run[0]?.[0] ?? 0,
      run.at(-1)?.[0] ?? 0,
      run.reduce((least, [, low]) => Math.min(least, low), Infinity),
      run.reduce((most, [, , high]) => Math.max(most, high), -Infinity),
    ]),
    renderItem: ({ dataIndex }, api) => {
      const run = runs[dataIndex] ?? [];
      const points = [
        ...run.map(([ts, , high]) => api.coord([ts, high])),
        ...run.toReversed().map(([ts, low]) => api.coord([ts, low])),
      ];
      return { type: "polygon", shape: { points }, style: { fill: color, opacity: 0.16 }, silent: true };
    },
  };
}

interface LaneArea {
  readonly x: number;
  readonly width: number;
}

export interface StateLook {
  readonly isDark: boolean;
  /** By the text of the state. */
  readonly colors: ReadonlyMap<string, string>;
}

export function stateBands(
  { spans }: StateSeries,
  lane: number,
  { isDark, colors }: StateLook,
): { data: number[][]; renderItem: RenderItem } {
  const text = isDark ? "#f1f3f5" : "#212529";
  return {
    data: spans.map(({ startTs, endTs }) => [startTs, endTs, lane]),
    renderItem: ({ dataIndex, coordSys }, api) => {
      const span = spans[dataIndex];
      const shape = span === undefined ? null : spanShape(span, lane, areaOf(coordSys), api);
      if (span === undefined || shape === null) return null;
      const color = colors.get(span.text) ?? text;
      return {
        type: "rect",
        shape: { ...shape, r: 3 },
        style: { fill: color, opacity: stateOpacity(isDark) * (span.isHeld === true ? HELD_SHARE : 1), stroke: color },
        ...(shape.width < labelWidth(plainText(span.text)) + LABEL_PADDING
          ? {}
          : {
              textContent: {
                type: "text",
                style: {
                  text: plainText(span.text),
                  fill: text,
                  fontSize: LABEL_SIZE,
                },
              },
              textConfig: { position: "inside" },
            }),
      };
    },
  };
}

function labelWidth(text: string): number {
  const ems = Array.from(text, (one) => ((one.codePointAt(0) ?? 0) < FIRST_WIDE ? CHARACTER_EM : WIDE_CHARACTER_EM));
  return LABEL_SIZE * ems.reduce((sum, em) => sum + em, 0);
}

/** The part of a span that lies in the window; null if there is none. */
function spanShape({ startTs, endTs }: StateSpan, lane: number, area: LaneArea, api: CustomSeriesRenderItemAPI) {
  const [startX = 0, middle = 0] = api.coord([startTs, lane]);
  const [endX = 0] = api.coord([endTs, lane]);
  const left = Math.max(startX, area.x);
  const right = Math.min(Math.max(endX, startX + 1), area.x + area.width);
  return right <= left
    ? null
    : { x: left, y: middle + BAND_OFFSET - BAND_HEIGHT / 2, width: right - left, height: BAND_HEIGHT };
}

/** The library passes the area of the grid, which its types omit. */
function areaOf(coordSys: object): LaneArea {
  const x = "x" in coordSys && typeof coordSys.x === "number" ? coordSys.x : 0;
  const width = "width" in coordSys && typeof coordSys.width === "number" ? coordSys.width : 0;
  return { x, width };
}
