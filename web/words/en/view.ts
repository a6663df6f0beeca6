// English words of `pages/view`.
import { countText } from "../format.ts";

const UNITS = {
  s: "second",
  m: "minute",
  h: "hour",
  d: "day",
  w: "week",
  M: "month",
  Q: "quarter",
  y: "year",
};

export const view = {
  link: "the link of the view",
  share: "Share",
  moreActions: "More actions",
  apiCall: "API call",
  backgroundReports: "Background reports",
  onScreen: "Show on a screen",
  addToDashboard: "Add to a dashboard",
  runInBackground: "Run in the background",

  formats: {
    csv: "CSV",
    xlsx: "Spreadsheet (XLSX)",
    parquet: "Parquet",
    ndjson: "JSON Lines (NDJSON)",
    json: "JSON",
  },
  download: {
    cutTitle: "The file is not complete",
    cut: "The report has more rows than a file can have.",
    done: (file: string) => `${file} has been downloaded`,
    computing: (format: string) => `${format}: the report is being computed`,
    received: (format: string, size: string) => `${format}: ${size} received`,
    stop: "Stop",
    progress: "Progress of the download",
  },
  background: {
    about:
      "Use this for long reports. They continue when you close this page, and their files are kept for a day. They use the range and filters of this page.",
    notStarted: "The report was not started",
    emptyTitle: "No reports yet",
    empty: "Reports that you run here stay in this list.",
    states: { queued: "Queued", running: "Running", done: "Done", failed: "Failed", cancelled: "Stopped" },
    gone: "This report is no longer kept.",
    forget: "Remove from the list",
    stop: "Stop the report",
    remove: "Remove the report",
    progress: "Progress of the report",
    notDownloaded: "The download failed",
    /** When it ends. */
    result: (rows: number, size: string, isCut: boolean) =>
      `${countText(rows)} ${rows === 1 ? "row" : "rows"}, ${size}${
        isCut ? "; incomplete, because it has more rows than a file can have" : ""
      }. Kept until [].`,
  },
  call: {
    link: "Link of this view",
    linkSays: (field: string) => `The last part is the ID of the view. The call sends it as [${field}].`,
    credentials: "Credentials",
    ways: { login: "buildReport, with a login", key: "Typed data, with an API key" },
    loginSays: (email: string, password: string) =>
      `Replace [${email}] and [${password}] with your email address and password. The answer has the column labels and the rows.`,
    keySays: (key: string) =>
      `Replace [${key}] with one of your API keys. The answer has typed cells, and null for missing values.`,
    selection: "The call uses the range and filters of this page.",
    command: "the command",
  },

  cost: (points: string, series: number, devices: number) =>
    `about ${points} ${points === "1" ? "point" : "points"} of ${countText(series)} series on ${countText(devices)} ${devices === 1 ? "device" : "devices"}`,
  about: (amount: string) => `about ${amount}`,
  /** `values`: with the word for what is not exact. */
  madeOf: (values: string, count: number, devices: number) =>
    `${values} ${count === 1 ? "value" : "values"} of ${countText(devices)} ${devices === 1 ? "device" : "devices"}`,
  tookNothing: "less than 1 ms",

  filters: {
    label: "Range and filters",
    active: (count: number) => `${countText(count)} ${count === 1 ? "filter" : "filters"}`,
    asSaved: "As saved",
    any: "Any",
    all: "All",
    and: "and",
    noValue: "∅ no value",
    clear: (label: string) => `Clear ${label}`,
    /** Between the label of a filter and its values. */
    operators: {
      notIn: "none of",
      ne: "is not",
      contains: "contains",
      startsWith: "starts with",
      endsWith: "ends with",
      matches: "matches",
      gt: "above",
      gte: "at least",
      lt: "below",
      lte: "at most",
      between: "between",
      isMissing: "has no value",
      isPresent: "has a value",
    },
  },
  range: {
    label: "Range",
    saved: (range: string) => `As saved: ${range}`,
    custom: "Custom range",
    from: "From",
    to: "To",
  },
  presets: {
    last5Minutes: "last 5 minutes",
    last15Minutes: "last 15 minutes",
    last30Minutes: "last 30 minutes",
    lastHour: "last hour",
    last6Hours: "last 6 hours",
    last12Hours: "last 12 hours",
    last24Hours: "last 24 hours",
    last7Days: "last 7 days",
    last14Days: "last 14 days",
    last30Days: "last 30 days",
    last90Days: "last 90 days",
    last365Days: "last 365 days",
    today: "today",
    yesterday: "yesterday",
    thisWeek: "this week",
    thisMonth: "this month",
    thisQuarter: "this quarter",
    thisYear: "this year",
    weekToDate: "week to date",
    monthToDate: "month to date",
    quarterToDate: "quarter to date",
    yearToDate: "year to date",
    lastWeek: "last week",
    lastMonth: "last month",
    lastQuarter: "last quarter",
    lastYear: "last year",
    previous7Days: "previous 7 days",
    previous30Days: "previous 30 days",
    allTime: "all time",
  },
  rolling: (amount: number, unit: "s" | "m" | "h" | "d" | "w" | "M" | "Q" | "y") =>
    amount === 1 ? `last ${UNITS[unit]}` : `last ${amount} ${UNITS[unit]}s`,
  expression: (from: string, to: string) => `${from} to ${to}`,
  fixedRange: "a fixed range",

  report: {
    showAs: "Show as",
    chart: "Chart",
    figures: "Figures",
    table: "Table",
    running: "The report is running",
    beginning: "The beginning",
    /** From when to when. */
    facts: (zone: string, rows: number, madeOf: string | null, took: string) =>
      `[] – [], time zone ${zone}. ${countText(rows)} ${rows === 1 ? "row" : "rows"}, computed${
        madeOf === null ? "" : ` from ${madeOf}`
      } in ${took}.`,
    /** The same for those who read it only. */
    rangeFacts: (zone: string) => `[] – [], time zone ${zone}.`,
    rows: "rows of the report",
    emptyTitle: "The report has no rows",
    empty: "No device has matching values in this range. Choose a longer range, or fewer filters.",
    /** Beside the way to the newest values. */
    emptyRange: "No device has matching values in this range.",
    filled: "Nothing was measured here. The view fills such gaps",
    total: "Total",
  },
  notices: {
    cutTitle: "The report is incomplete",
    cutBySize: (size: string, rows: number) => `It is larger than ${size}, so it ends after ${countText(rows)} rows.`,
    cutByRows: (limit: number) => `It has more rows than its limit of ${countText(limit)}.`,
    cutSays:
      "Sort by a column to see the first of all rows. To see every row, use a filter or a shorter range, or raise the row limit of the view.",
    note: "Note",
    skipped: (column: string, count: number) =>
      count === 1
        ? `${column}: 1 value that is not a number was left out.`
        : `${column}: ${countText(count)} values that are not numbers were left out.`,
    partial: {
      both: "The range covers only part of the first and the last time interval.",
      first: "The range covers only part of the first time interval.",
      last: "The range covers only part of the last time interval.",
      /** Follows one of these. */
      paler: "Parts of intervals are fainter in the chart.",
    },
  },

  problem: {
    toViews: "To the table views",
    request: (id: string) => `Request ${id}`,
    retry: "Try again",
    retryIn: (seconds: number) => `Try again (advised in ${seconds} s)`,
    cost: (cost: string, limit: number) => `It would read ${cost}; at most ${countText(limit)} points are allowed.`,
    plain: "The report could not be run",
    tooLargeTitle: "The request is too large",
    tooLarge: "Choose fewer values.",
  },
  /** By the code of a refusal. */
  advice: {
    LIMIT_REACHED: {
      title: "Too many reports are running",
      text: "Try again when other reports have finished, or run this one in the background.",
    },
    QUEUE_TIMEOUT: {
      title: "The report waited too long for its turn",
      text: "Try again when other reports have finished, or run this one in the background.",
    },
    REPORT_TIMEOUT: {
      title: "The report took too long",
      text: "Choose a shorter range, fewer devices or longer time intervals, or run it in the background, where it has more time.",
    },
    REPORT_TOO_EXPENSIVE: {
      title: "The report would read too much",
      text: "Choose a shorter range, fewer devices or longer time intervals.",
    },
    REPORT_TOO_LARGE: {
      title: "The report has more rows than its view allows",
      text: "Narrow it with a filter or a shorter range, or raise the row limit of the view.",
    },
    TOO_MANY_BUCKETS: {
      title: "The range has too many time intervals",
      text: "Choose a shorter range, or set longer intervals in the view.",
    },
    FILTER_REQUIRED: {
      title: "A filter needs a value",
      text: "Choose at least one value for the filter marked as required.",
    },
    RANGE_INVALID: { title: "The range is not valid", text: "The start must be before the end." },
    FILTER_UNKNOWN: {
      title: "The address names a filter that the view does not have",
      text: "The view may have changed since the address was shared. Choose “As saved” to continue.",
    },
    FILTER_LOCKED: {
      title: "The address sets a filter that the link fixes",
      text: "Choose “As saved” to continue.",
    },
    VIEW_NOT_FOUND: {
      title: "There is no such view",
      text: "It may have been deleted, or it is not shared with you.",
    },
    VIEW_INVALID: {
      title: "This view cannot run",
      text: "Something it needs no longer exists. Edit the view to fix it.",
    },
    ENGINE_UNAVAILABLE: { title: "Reports are not available at the moment", text: "Try again in a moment." },
  },
};
