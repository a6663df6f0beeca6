import { describe, expect, test } from "vitest";
import { parseExactly } from "../../lib/json.ts";
import type { JsonObject } from "../devices/device.ts";
import { newId, type DeviceId, type ViewId } from "../ids.ts";
import { checkConfiguration, CONFIGURATION_BYTES_MAX } from "./check-configuration.ts";
import { FILTERS_MAX, PANELS_MAX } from "./configuration-schema.ts";
import { PLAN_IMAGE_CHARS_MAX } from "./panel-options-schema.ts";

const DAY = { type: "rolling", amount: 24, unit: "h" };
const VIEW = { type: "view", viewId: newId<ViewId>() };
const panel = (fields: object = {}) => ({
  id: "one",
  kind: "figure",
  place: { x: 0, y: 0, width: 6, height: 4 },
  source: VIEW,
  ...fields,
});
const keys = (names: readonly string[], devices: number) => ({
  ...{ type: "keys", keys: names },
  deviceIds: Array.from({ length: devices }, () => newId<DeviceId>()),
});
const attributeSwitch = (fields: object = {}) =>
  panel({ kind: "attributeSwitch", source: keys(["lamp"], 1), options: { on: "ON", off: "OFF" }, ...fields });
const rpcButton = (fields: object = {}) =>
  panel({ kind: "rpcButton", source: keys([], 1), options: { method: "reboot", params: '{"after":5}' }, ...fields });
const PNG = "data:image/png;base64,";
const imagePlan = (options: object = {}) => panel({ kind: "imagePlan", source: keys(["temp"], 1), options });
const own = (fields: object = {}): JsonObject => ({ bridgehead: 1, timeRange: DAY, ...fields });

describe("a configuration of another platform", () => {
  test.each<[string, JsonObject | null]>([
    ["none", null],
    ["an empty one", {}],
    ["its own members", { widgets: { a: { type: "latest" } }, settings: { stateControllerId: "entity" } }],
    ["one whose panels would not fit here", { panels: [{ id: 1 }] }],
    ["the number of this platform further inside", { settings: { bridgehead: 7 } }],
  ])("is kept as it is: %s", (_what, configuration) => {
    expect(checkConfiguration(configuration)).toBe(configuration);
  });

  test("may have so many bytes and no more", () => {
    const bytes = (count: number): JsonObject => ({ a: "é".repeat((count - '{"a":""}'.length) / 2) });

    expect(() => checkConfiguration(bytes(CONFIGURATION_BYTES_MAX))).not.toThrow();
    expect(() => checkConfiguration(bytes(CONFIGURATION_BYTES_MAX + 2))).toThrow(
      "configuration may have 786432 bytes as JSON, got 786434",
    );
  });
});

describe("our own configuration", () => {
  test("is returned unchanged, without the defaults", () => {
    const configuration = own({
      grid: { columns: 12 },
      refresh: { type: "interval", millis: 5_000 },
      filters: [
        { type: "device", name: "device", deviceIds: [newId<DeviceId>()] },
        { type: "customer", name: "customer" },
        { type: "attribute", name: "building", key: "building", values: ["north", 1, true] },
        { type: "view", name: "site", viewId: VIEW.viewId, filter: "site" },
      ],
      panels: [
        panel({ overrides: { timeRange: { type: "preset", preset: "today" }, filtersIgnored: ["site"] } }),
        panel({ id: "beside", place: { x: 6, y: 0, width: 6, height: 4 }, source: { type: "keys", filter: {} } }),
        panel({ id: "below", place: { x: 0, y: 4, width: 12, height: 1 }, kind: "text", source: null }),
        attributeSwitch({ id: "switch", place: { x: 0, y: 5, width: 6, height: 3 } }),
        panel({ id: "all", kind: "messages", source: null, place: { x: 0, y: 8, width: 4, height: 1 } }),
        panel({ id: "of one", kind: "messages", source: keys([], 1), place: { x: 4, y: 8, width: 4, height: 1 } }),
        {
          ...imagePlan({
            image: `${PNG}iVBORw0KGgo=`,
            places: [{ device: newId<DeviceId>(), key: "temp", x: 0, y: 1 }],
          }),
          ...{ id: "plan", place: { x: 8, y: 8, width: 4, height: 1 } },
        },
        rpcButton({ id: "button", place: { x: 6, y: 5, width: 6, height: 3 } }),
      ],
    });

    expect(checkConfiguration(configuration)).toBe(configuration);
    expect(configuration["grid"]).toEqual({ columns: 12 });
  });

  test.each([
    ["left of", 0, 2],
    ["right of", 4, 2],
    ["above", 2, 0],
    ["below", 2, 4],
  ])("may have panels that touch: one %s another", (_where, x, y) => {
    const [width, height] = [2, 2];
    const panels = [
      panel({ place: { x: 2, y: 2, width, height } }),
      panel({ id: "two", place: { x, y, width, height } }),
    ];

    expect(() => checkConfiguration(own({ panels }))).not.toThrow();
  });

  test.each([0, 2, "1", null, true, [1]])("of an unknown form is refused: %j", (bridgehead) => {
    expect(() => checkConfiguration({ ...own(), bridgehead })).toThrow(
      /^configuration\.bridgehead must be 1, the form that this version knows, got /,
    );
  });

  test.each<[string, object, string]>([
    ["an unknown member", { pannels: [] }, 'configuration/pannels: Unknown property "pannels". Did you mean "panels"?'],
    ["no time range", { timeRange: undefined }, "configuration/timeRange:"],
    [
      "a range that ends before it starts",
      { timeRange: { type: "absolute", startTs: 2, endTs: 1 } },
      "configuration/timeRange/endTs: The range must end after its start 2, but ends at 1.",
    ],
    [
      "a refresh that is too fast",
      { refresh: { type: "interval", millis: 10 } },
      'configuration/refresh/millis: "millis" must be a whole number from 1000 to 86400000, not 10.',
    ],
    [
      "a kind that is reserved",
      { panels: [panel({ kind: "alarms" })] },
      'configuration/panels/0/kind: "kind" must be one of timeSeries, figure,',
    ],
    [
      "a former period that there is not",
      { panels: [panel({ kind: "timeSeries", source: { ...keys(["temp"], 1), compare: "lastWeek" } })] },
      'configuration/panels/0/source/compare: "compare" must be one of previousPeriod, previousDay, previousWeek, previousMonth, previousYear',
    ],
    [
      "a panel beyond the grid",
      { grid: { columns: 4 }, panels: [panel()] },
      "configuration/panels/0/place: The grid has 4 columns, and the panel would end at 6.",
    ],
    [
      "a panel over another",
      { panels: [panel(), panel({ id: "two", place: { x: 5, y: 3, width: 1, height: 1 } })] },
      'configuration/panels/1/place: The panel lies over the panel "one".',
    ],
    [
      "two panels of one id",
      { panels: [panel(), panel({ place: { x: 6, y: 0, width: 1, height: 1 } })] },
      'configuration/panels/1/id: Another one has "one" already.',
    ],
    [
      "two filters of one name",
      {
        filters: [
          { type: "device", name: "a" },
          { type: "customer", name: "a" },
        ],
      },
      'configuration/filters/1/name: Another one has "a" already.',
    ],
    [
      "a value that is a list",
      { filters: [{ type: "attribute", name: "a", key: "k", values: [[]] }] },
      "configuration/filters/0/values/0: A value is a text of at most 255 characters, a number, true or false, not a list.",
    ],
    [
      "a source without devices",
      { panels: [panel({ source: { type: "keys", keys: ["t"] } })] },
      'configuration/panels/0/source: A source of keys needs either "deviceIds" or "filter".',
    ],
    [
      "an id that is none",
      { panels: [panel({ source: { type: "view", viewId: "x" } })] },
      'configuration/panels/0/source/viewId: "viewId" must be a UUID, not "x".',
    ],
    ["no source", { panels: [panel({ source: null })] }, "configuration/panels/0/source: A panel of kind figure needs"],
    [
      "a text with a source",
      { panels: [panel({ kind: "text" })] },
      "configuration/panels/0/source: A panel of kind text has no source.",
    ],
    [
      "a switch of a view",
      { panels: [panel({ kind: "attributeSwitch" })] },
      'configuration/panels/0/source: A panel of kind attributeSwitch names one device in "deviceIds", this one 0.',
    ],
    [
      "a switch of two devices",
      { panels: [attributeSwitch({ source: keys(["lamp"], 2) })] },
      'configuration/panels/0/source: A panel of kind attributeSwitch names one device in "deviceIds", this one 2.',
    ],
    [
      "a switch of no attribute",
      { panels: [attributeSwitch({ source: keys([], 1) })] },
      'configuration/panels/0/source: A panel of kind attributeSwitch names one attribute in "keys", this one 0.',
    ],
    [
      "a switch with a value that is a list",
      { panels: [attributeSwitch({ options: { on: [] } })] },
      "configuration/panels/0/options/on: A value is a text of at most 255 characters, a number, true or false, not a list.",
    ],
    [
      "a setting of a switch that there is not",
      { panels: [attributeSwitch({ options: { confim: true } })] },
      'configuration/panels/0/options/confim: Unknown property "confim". Did you mean "confirm"?',
    ],
    [
      "a button with a key",
      { panels: [rpcButton({ source: keys(["lamp"], 1) })] },
      'configuration/panels/0/source: A panel of kind rpcButton names nothing in "keys", this one 1.',
    ],
    [
      "a button without a method",
      { panels: [rpcButton({ options: {} })] },
      'configuration/panels/0/options/method: "method" is required.',
    ],
    [
      "a button whose parameters are no JSON",
      { panels: [rpcButton({ options: { method: "reboot", params: "{a" } })] },
      'configuration/panels/0/options/params: The parameters of a call are JSON, not "{a".',
    ],
    [
      "a button that waits too long",
      { panels: [rpcButton({ options: { method: "reboot", timeoutSeconds: 301 } })] },
      'configuration/panels/0/options/timeoutSeconds: "timeoutSeconds" must be a whole number from 5 to 300, not 301.',
    ],
    [
      "a list of too many messages",
      { panels: [panel({ kind: "messages", source: null, options: { count: 101 } })] },
      'configuration/panels/0/options/count: "count" must be a whole number from 1 to 100, not 101.',
    ],
    [
      "messages that pass, of no device",
      { panels: [panel({ kind: "messages", source: null, options: { show: "passing" } })] },
      "configuration/panels/0/options/show: Messages that pass are those of one device, which the source names.",
    ],
    [
      "messages of a view",
      { panels: [panel({ kind: "messages" })] },
      'configuration/panels/0/source: A panel of kind messages names one device in "deviceIds", this one 0.',
    ],
    [
      "an image plan of a view",
      { panels: [panel({ kind: "imagePlan" })] },
      "configuration/panels/0/source: A panel of kind imagePlan shows keys, and no view.",
    ],
    [
      "an image from elsewhere",
      { panels: [imagePlan({ image: "https://example.com/plan.png" })] },
      'configuration/panels/0/options/image: An image is a data URL of PNG, JPEG, WebP or SVG in base64, not "https://example.com/plan.png".',
    ],
    [
      "an image that is a page",
      { panels: [imagePlan({ image: "data:text/html;base64,PGI+" })] },
      'configuration/panels/0/options/image: An image is a data URL of PNG, JPEG, WebP or SVG in base64, not "data:text/html;base64,PGI+".',
    ],
    [
      "an image that is too large",
      { panels: [imagePlan({ image: `${PNG}${"A".repeat(PLAN_IMAGE_CHARS_MAX)}` })] },
      'configuration/panels/0/options/image: "image" may have 524288 characters, got 524310: "data:image/png;base64,AAAA',
    ],
    [
      "a value beside the image",
      { panels: [imagePlan({ places: [{ device: newId<DeviceId>(), key: "temp", x: 1.1, y: 0 }] })] },
      'configuration/panels/0/options/places/0/x: "x" must be a number from 0 to 1, not 1.1.',
    ],
    [
      "a filter that there is not",
      { panels: [panel({ overrides: { filtersIgnored: ["site"] } })] },
      'configuration/panels/0/overrides/filtersIgnored: There is no filter "site".',
    ],
    [
      "too many panels",
      { panels: Array.from({ length: PANELS_MAX + 1 }, () => panel()) },
      'configuration/panels: "panels" may have 64 entries, got 65.',
    ],
    [
      "too many filters",
      { filters: Array.from({ length: FILTERS_MAX + 1 }, () => ({})) },
      'configuration/filters: "filters" may have 16 entries, got 17.',
    ],
  ])("is refused with the place, the limit and the value: %s", (_what, fields, message) => {
    expect(() => checkConfiguration(own(fields))).toThrow(message);
  });

  test("names of members that JavaScript gives a meaning are names like others", () => {
    const sent = parseExactly('{"bridgehead":1,"timeRange":{"type":"preset","preset":"today"},"__proto__":{}}');

    expect(() => checkConfiguration(sent as JsonObject)).toThrow('Unknown property "__proto__"');
  });

  test("tells ten problems, and how many more there are", () => {
    const filters = Array.from({ length: 13 }, () => ({ type: "device", name: "a" }));

    expect(() => checkConfiguration(own({ filters }))).toThrow(
      /^(configuration\/filters\/\d+\/name: .*){10}And 2 more\.$/,
    );
  });
});
