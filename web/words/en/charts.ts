// English words of charts.
import { countText } from "../format.ts";

const counted = (count: number, one: string, many: string): string => `${countText(count)} ${count === 1 ? one : many}`;

export const charts = {
  /** Values that are true or false. */
  yes: "yes",
  no: "no",
  /** The name of what has none. */
  none: "(none)",

  summary: (name: string) => `Chart of ${name}; the table has the same figures`,
  timeKeys: "Chart. Press the arrow keys to move in time, plus and minus to zoom, and zero to reset.",
  resetZoom: "Reset zoom",
  andMore: (amount: number) => `and ${countText(amount)} more`,
  leftOut: (amount: number) =>
    `${countText(amount)} more are not shown, because the chart would be hard to read. The table has them all. To see them in the chart, use a filter.`,
  /** Of an axis, in front of its unit. */
  shareOf: (measure: string) => `Share of ${measure}`,
  /** What slices add up to: `total` as "63.03 kWh". */
  total: (measure: string, total: string) => `${measure}: ${total} in total`,
  /** Of an interval, in a chart over time. */
  partOfInterval: "Only a part of this interval",
  /** Of bars in a panel. */
  paler: "Fainter: only a part of the interval",
  /** Of states in a timeline. */
  held: "Fainter: the newest state, after which nothing came",
  shownRow: {
    first: (rows: number) => `The first of ${countText(rows)} rows.`,
    last: (rows: number) => `The last of ${countText(rows)} rows.`,
  },
  /** On a page, beside whose picture there is one. */
  inTable: "The table has all rows.",

  /** What the figures of a chart over time are: `made` as "Average", or several. */
  over: (made: string, interval: string) => `${made} over ${interval}`,
  intervals: {
    second: (count: number) => counted(count, "second", "seconds"),
    minute: (count: number) => counted(count, "minute", "minutes"),
    hour: (count: number) => counted(count, "hour", "hours"),
    day: (count: number) => counted(count, "day", "days"),
    week: (count: number) => counted(count, "week", "weeks"),
    month: (count: number) => counted(count, "month", "months"),
    quarter: (count: number) => counted(count, "quarter", "quarters"),
    year: (count: number) => counted(count, "year", "years"),
  },

  /** Of values; the end of a range is outside of it. */
  range: {
    any: "any value",
    below: (bound: string) => `below ${bound}`,
    between: (from: string, to: string) => `${from} to ${to}`,
    from: (bound: string) => `${bound} or more`,
  },

  legend: {
    series: "Series",
    states: "States",
    colors: "Colours",
    scale: "Colour scale",
    show: "Show it",
    hide: "Hide it",
  },

  map: {
    keys: "Map. Press the arrow keys to move, plus and minus to zoom, and zero to see all points.",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    showAll: "Show all points",
    withoutPlace: (rows: number) =>
      `${countText(rows)} ${rows === 1 ? "row has no coordinates and is" : "rows have no coordinates and are"} not on the map.`,
    /** `more`: how many others. */
    notOnMap: (names: string, more: number) =>
      `Without coordinates: ${names}${more === 0 ? "" : ` and ${countText(more)} more`}`,
    source: "Coastlines: Natural Earth",
    /** Points of no other colour of the legend. */
    others: "Others",
    streets: "Streets need a tile server",
    noTiles: "This map shows coastlines. To show streets, the operator sets a tile server in MAPS_TILES:",
    tilesHelp: "how to set one",
  },

  pivot: {
    label: (name: string) => `Pivot table of ${name}`,
    across: (columns: string) => `Across: ${columns}`,
    /** `figure`: what the cells are, as "Energy (kWh)". */
    figureBy: (figure: string, columns: string) => `${figure} by ${columns}`,
    leftOut: (rows: number, columns: number) =>
      `${countText(rows)} more rows and ${countText(columns)} more columns are not shown. The table has them all.`,
  },
};
