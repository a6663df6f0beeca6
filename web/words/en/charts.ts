// English words of charts.
import { countText } from "../format.ts";

export const charts = {
  /** Values that are true or false. */
  yes: "yes",
  no: "no",
  /** The name of what has none. */
  none: "(none)",

  summary: (name: string) => `Chart of ${name}; the table has the same figures`,
  timeKeys: "Chart. Press the arrow keys to move in time, plus and minus to zoom, and zero to reset.",
  andMore: (amount: number) => `and ${countText(amount)} more`,
  leftOut: (amount: number) =>
    `${countText(amount)} more are not shown, because the chart would be hard to read. The table has them all. To see them in the chart, use a filter.`,
  shownRow: {
    first: (rows: number, name: string) =>
      `The first of ${countText(rows)} rows${name === "" ? "" : `: ${name}`}. The table has them all.`,
    last: (rows: number, name: string) =>
      `The last of ${countText(rows)} rows${name === "" ? "" : `: ${name}`}. The table has them all.`,
  },

  legend: {
    series: "Series",
    states: "States",
    show: "Show it",
    hide: "Hide it",
  },

  map: {
    keys: "Map. Press the arrow keys to move, plus and minus to zoom, and zero to see all points.",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    showAll: "Show all points",
    withoutPlace: (rows: number) =>
      `${countText(rows)} ${rows === 1 ? "row has no coordinates and is" : "rows have no coordinates and are"} not on the map. The table has all rows.`,
    source: "Coastlines: Natural Earth",
  },

  pivot: {
    label: (name: string) => `Pivot table of ${name}`,
    across: (columns: string) => `Across: ${columns}`,
    /** `figure`: what the cells are, as "Energy, kWh". */
    figureAcross: (figure: string, columns: string) => `${figure}, across: ${columns}`,
    leftOut: (rows: number, columns: number) =>
      `${countText(rows)} more rows and ${countText(columns)} more columns are not shown. The table has them all.`,
  },
};
