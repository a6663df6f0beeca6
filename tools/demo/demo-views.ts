// Five views over what the demo's devices send, made through the API as anybody would make them: a first look at what reports
// can be. Each is a question that the values of the simulated devices answer within minutes.

type Json = Readonly<Record<string, unknown>>;

const entity = (field: string): Json => ({ type: "entity", field });
const key = (name: string, fields: Json = {}): Json => ({ type: "telemetry", key: name, ...fields });
const LAST_HOUR = { type: "preset", preset: "lastHour", timezone: "UTC" };
const FIVE_MINUTES = {
  id: "time",
  label: "Time",
  source: { type: "timeBucket", bucket: "minute", amount: 5 },
};
const FOLDER = { folder: "Demo", tags: ["demo"] };

/** As `POST /apiAnalytics/v1/views` takes them. */
export const DEMO_VIEWS: readonly Json[] = [
  {
    ...FOLDER,
    name: "Energy by meter",
    description: "What each meter has counted in five minutes, and its mean power.",
    scope: { profiles: [{ name: "meter" }] },
    timeRange: LAST_HOUR,
    fields: [
      { id: "meter", label: "Meter", source: entity("name") },
      FIVE_MINUTES,
      {
        id: "energy",
        label: "Energy",
        unit: "Wh",
        decimals: 0,
        source: key("energyWh"),
        aggregation: { fn: "increase" },
      },
      {
        id: "power",
        label: "Power",
        unit: "W",
        decimals: 0,
        source: key("power"),
        aggregation: { fn: "timeWeightedAvg" },
      },
    ],
    filters: [{ name: "meter", label: "Meter", target: entity("name") }],
    gaps: { buckets: "all", value: "missing" },
    visualization: { type: "stackedBar", x: "time", y: ["energy"], series: "meter" },
  },
  {
    ...FOLDER,
    name: "Boilers: temperature and burner run time",
    description: "Supply and return temperature, and the share of time in which the burner was on.",
    scope: { profiles: [{ name: "boiler" }] },
    timeRange: LAST_HOUR,
    fields: [
      { id: "boiler", label: "Boiler", source: entity("name") },
      FIVE_MINUTES,
      {
        id: "supply",
        label: "Supply",
        unit: "°C",
        decimals: 1,
        source: key("temperature"),
        aggregation: { fn: "avg" },
      },
      {
        id: "return",
        label: "Return",
        unit: "°C",
        decimals: 1,
        source: key("returnTemperature"),
        aggregation: { fn: "avg" },
      },
      {
        id: "spread",
        label: "Spread",
        unit: "K",
        decimals: 1,
        source: { type: "expression", expr: "supply - return" },
      },
      {
        id: "burning",
        label: "Burning",
        unit: "%",
        decimals: 0,
        source: key("burning"),
        aggregation: { fn: "durationPercent", state: "value == true" },
      },
    ],
    filters: [{ name: "boiler", label: "Boiler", target: entity("name") }],
    sort: [{ field: "boiler" }, { field: "time" }],
    visualization: { type: "line", x: "time", y: ["supply", "return"], series: "boiler" },
  },
  {
    ...FOLDER,
    name: "Doors: how often and how long open",
    description:
      "Openings in the last hour, the time open, and the battery; the total row has the lowest battery. The door opened most often comes first.",
    scope: { profiles: [{ name: "door" }] },
    timeRange: LAST_HOUR,
    fields: [
      { id: "door", label: "Door", source: entity("name") },
      { id: "openings", label: "Openings", source: key("openings"), aggregation: { fn: "increase" } },
      {
        id: "open",
        label: "Open",
        unit: "min",
        decimals: 1,
        source: key("open"),
        aggregation: { fn: "duration", state: "value == true", durationUnit: "minute" },
      },
      {
        id: "battery",
        label: "Battery",
        unit: "%",
        source: key("battery"),
        // Doors meet in the total only, where the newest of all would say nothing.
        aggregation: { fn: "lastKnown", combine: "min" },
      },
    ],
    sort: [{ field: "openings", direction: "desc" }],
    grouping: { totals: "grand" },
    visualization: { type: "bar", x: "door", y: ["openings"] },
  },
  {
    ...FOLDER,
    name: "Pumps: vibration and state",
    description: "The current state of each pump, its vibration, and whether it vibrates more than 2.5 mm/s.",
    scope: { profiles: [{ name: "pump" }] },
    timeRange: LAST_HOUR,
    fields: [
      { id: "pump", label: "Pump", source: entity("name") },
      { id: "state", label: "State", source: key("state", { cast: "text" }), aggregation: { fn: "current" } },
      {
        id: "vibration",
        label: "Vibration, 95 %",
        unit: "mm/s",
        decimals: 2,
        source: key("vibration"),
        aggregation: { fn: "percentile", p: 0.95 },
      },
      {
        id: "worn",
        label: "Needs a look",
        source: { type: "expression", expr: "if(vibration > 2.5, 'yes', 'no')" },
      },
    ],
    filters: [{ name: "vibration", label: "Vibration", target: { field: "vibration" }, operator: "gte", values: [] }],
    sort: [{ field: "vibration", direction: "desc" }],
    visualization: { type: "table" },
  },
  {
    ...FOLDER,
    name: "Silent devices",
    description: "All devices and whether they are active, the longest silent first.",
    timeRange: LAST_HOUR,
    fields: [
      { id: "profile", label: "Kind", source: entity("profile") },
      { id: "device", label: "Device", source: entity("name") },
      { id: "active", label: "Active", source: entity("active") },
      { id: "last", label: "Last seen", source: entity("lastActivityTime") },
    ],
    filters: [{ name: "kind", label: "Kind", target: entity("profile") }],
    sort: [{ field: "last" }],
    visualization: { type: "table" },
  },
];
