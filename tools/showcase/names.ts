// Whatever people and devices write into a showcase: believable texts for pictures, hostile ones for tests. Each becomes visible
// somewhere in the web interface.

export interface Names {
  readonly tenant: string;
  readonly tenantProfile: string;
  readonly gateway: string;
  readonly idleGateway: string;
  /** The simulated devices are called after it. */
  readonly devicePrefix: string;
  /** A device with a connection of its own. */
  readonly device: string;
  readonly deviceLabel: string;
  readonly deviceProfile: string;
  /** Title, tag and version of firmware, the name of its file, and a url. */
  readonly package: string;
  readonly packageTag: string;
  readonly packageVersion: string;
  readonly packageFile: string;
  readonly packageUrl: string;
  readonly customer: string;
  readonly city: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Of one who has not activated the account yet. */
  readonly colleagueFirstName: string;
  readonly colleagueLastName: string;
  readonly apiKey: string;
  readonly viewLink: string;
  /** Of the device and its profile, and of what has one beside them. */
  readonly description: string;
  readonly gatewayDescription: string;
  readonly tenantProfileDescription: string;
  readonly viewDescription: string;
  readonly dashboard: string;
  readonly telemetryKey: string;
  readonly telemetryText: string;
  readonly attributeKey: string;
  readonly attributeText: string;
  /** Why the device's update has failed, as it says. */
  readonly updateError: string;
  readonly rpcMethod: string;
  readonly rpcNote: string;
  readonly rpcReply: string;
  /** Name, description, label of a column and unit of a view; the unit is also that of a key. */
  readonly view: string;
  readonly viewLabel: string;
  readonly unit: string;
}

export const BELIEVABLE: Names = {
  tenant: "Northwind Utilities",
  tenantProfile: "Standard plan",
  gateway: "Boiler house gateway",
  idleGateway: "Workshop gateway",
  devicePrefix: "Plant",
  device: "Weather station",
  deviceLabel: "Roof, north side",
  deviceProfile: "weather",
  package: "weather-station",
  packageTag: "Reads the rain gauge twice",
  packageVersion: "2.5.0",
  packageFile: "weather-station-2.5.0.bin",
  packageUrl: "https://firmware.example.com/weather-station/2.4.1.bin",
  customer: "Riverside Hospital",
  city: "Bristol",
  firstName: "Tom",
  lastName: "Okafor",
  colleagueFirstName: "Ines",
  colleagueLastName: "Duarte",
  apiKey: "Nightly export to the data warehouse",
  viewLink: "Screen in the lobby",
  description: "Measures wind and rain",
  gatewayDescription: "Boilers, pumps, meters and doors of the plant",
  tenantProfileDescription: "Up to 500 devices and 25 users",
  viewDescription: "The newest weather of each station",
  dashboard: "Boiler house",
  telemetryKey: "weather",
  telemetryText: "light rain",
  attributeKey: "location",
  attributeText: "Roof of building C, next to the north stairs",
  updateError: "the checksum of the file does not match",
  rpcMethod: "restartSensor",
  rpcNote: "values have been stuck since 6:00",
  rpcReply: "restarted in 4 s",
  view: "Today's weather",
  viewLabel: "Weather",
  unit: "",
};

/** Leaves this mark on the window if any of it is run instead of shown. */
export const HOSTILE_MARK = "takenOver";
/** How hostile texts begin, so that they can be looked for. The API takes no whole tag and no doubled brace in the names of entities. */
export const HOSTILE_START = `"><img src=x onerror=${HOSTILE_MARK}=1 `;

const RIGHT_TO_LEFT_OVERRIDE = "\u202E";
const VALUE_CHARACTERS = 10_000;
const NAME_CHARACTERS = 255;

/** As long as each may be: markup, a script, quotes, a formula, right-to-left marks, and a word that cannot be broken. */
export const HOSTILE: Names = {
  tenant: untagged("tenant"),
  tenantProfile: untagged("tenant profile"),
  gateway: untagged("gateway"),
  idleGateway: untagged("idle gateway"),
  // The simulator adds plant, kind and number.
  devicePrefix: hostile("simulated", NAME_CHARACTERS - 20),
  device: untagged("device"),
  deviceLabel: untagged("label"),
  deviceProfile: untagged("device profile"),
  package: untagged("package"),
  packageTag: untagged("tag"),
  packageVersion: untagged("version"),
  packageFile: hostile("file", 120),
  packageUrl: hostile("url", 1_000),
  customer: untagged("customer"),
  city: untagged("city"),
  firstName: untagged("first"),
  lastName: untagged("last"),
  colleagueFirstName: untagged("colleague first"),
  colleagueLastName: untagged("colleague last"),
  apiKey: hostile("key"),
  viewLink: hostile("link"),
  description: hostile("description"),
  gatewayDescription: hostile("gateway description"),
  tenantProfileDescription: hostile("tenant profile description"),
  viewDescription: hostile("view description"),
  dashboard: untagged("dashboard"),
  telemetryKey: hostile("telemetry"),
  telemetryText: hostile("value", VALUE_CHARACTERS),
  attributeKey: untagged("attribute"),
  attributeText: hostile("attribute value", VALUE_CHARACTERS),
  updateError: hostile("update error", VALUE_CHARACTERS),
  rpcMethod: hostile("method", 100),
  rpcNote: hostile("note", 200),
  rpcReply: hostile("reply", VALUE_CHARACTERS),
  view: hostile("view"),
  // The API refuses tags here.
  viewLabel: `=1+1;"'&lt;${RIGHT_TO_LEFT_OVERRIDE}__proto__`.padEnd(128, "W"),
  unit: hostile("unit", 32),
};

function hostile(kind: string, characters = NAME_CHARACTERS): string {
  return long(`${HOSTILE_START}><script>${HOSTILE_MARK}=1</script>${untagged(kind, 0)}`, characters);
}

function untagged(kind: string, characters = NAME_CHARACTERS): string {
  return long(`${HOSTILE_START}${RIGHT_TO_LEFT_OVERRIDE}${kind} =1+1;'{1+1}__proto__`, characters);
}

function long(text: string, characters: number): string {
  return characters === 0 ? text : text.padEnd(characters, "W").slice(0, characters);
}
