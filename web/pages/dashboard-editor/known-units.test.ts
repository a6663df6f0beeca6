// A key has the same unit in the panels of a dashboard, without being asked for it again.
import { expect, test } from "vitest";
import { NEW_CONFIGURATION, NO_OVERRIDES, type DashboardPanel } from "../dashboard/configuration.ts";
import type { ProfileFormats } from "../../components/chart/key-format.ts";
import {
  NO_KEYS,
  ofProfiles,
  withNewPanel,
  withPanel,
  type DashboardDraft,
  type DevicesOfSource,
} from "./dashboard-draft.ts";

const KINDS = { a: "gauge", b: "timeSeries" } as const;

function panel(
  id: keyof typeof KINDS,
  keys: readonly string[],
  options: DashboardPanel["options"] = {},
): DashboardPanel {
  return {
    ...{ id, kind: KINDS[id], title: "", place: { x: 0, y: id === "a" ? 0 : 9, width: 6, height: 5 } },
    source: { ...NO_KEYS, keys: [...keys], deviceIds: ["d"] },
    ...{ options, overrides: NO_OVERRIDES },
  };
}

function draftOf(...panels: readonly DashboardPanel[]): DashboardDraft {
  return { title: "Plant", configuration: { ...NEW_CONFIGURATION, panels: [...panels] } };
}

const KNOWN = panel("a", ["temperature", "humidity"], {
  ...{ unit: "°C", byKey: [{ key: "humidity", name: "Moisture", unit: "%" }] },
});

/** The options of the chart after its keys have changed, beside the panel that knows units. */
function optionsAfter(before: DashboardPanel, keys: readonly string[]): DashboardPanel["options"] | undefined {
  return optionsWith([], before, keys);
}

function optionsWith(
  profiles: readonly ProfileFormats[],
  before: DashboardPanel,
  keys: readonly string[],
  devices: DevicesOfSource = { deviceIds: ["d"], filter: null },
): DashboardPanel["options"] | undefined {
  const changed = { ...before, source: { ...NO_KEYS, keys: [...keys], ...devices } };
  return withPanel(draftOf(KNOWN, before), changed, profiles).configuration.panels[1]?.options;
}

test("a key that is chosen has the unit that another panel gives it", () => {
  expect(optionsAfter(panel("b", []), ["temperature"])).toEqual({ unit: "°C" });
  expect(optionsAfter(panel("b", []), ["humidity"])).toEqual({ unit: "%" });
  expect(optionsAfter(panel("b", []), ["speed"])).toEqual({});
});

test("keys with different units have one each, and a key without one has none", () => {
  const units = [
    { key: "temperature", unit: "°C" },
    { key: "humidity", unit: "%" },
  ];
  expect(optionsAfter(panel("b", []), ["temperature", "humidity"])).toEqual({ byKey: units });
  expect(optionsAfter(panel("b", ["temperature"], { unit: "°C" }), ["temperature", "humidity"])).toEqual({
    byKey: units,
  });
  expect(optionsAfter(panel("b", ["temperature"], { unit: "°C" }), ["temperature", "speed"])).toEqual({
    byKey: units.slice(0, 1),
  });
});

test("what somebody has chosen stays: a unit, none, a name", () => {
  expect(optionsAfter(panel("b", ["temperature"], { unit: "K" }), ["temperature", "humidity"])).toEqual({
    ...{ unit: "K", byKey: [{ key: "humidity", unit: "%" }] },
  });
  expect(optionsAfter(panel("b", ["temperature"]), ["temperature", "humidity"])).toEqual({
    byKey: [{ key: "humidity", unit: "%" }],
  });
  const named = [{ key: "humidity", name: "Air", unit: "g/m³" }];
  expect(optionsAfter(panel("b", [], { byKey: named }), ["humidity"])).toEqual({ byKey: named });
  // The same keys: its unit was just removed.
  expect(optionsAfter(panel("b", ["temperature"], { decimals: 1 }), ["temperature"])).toEqual({ decimals: 1 });
});

test("a unit that was offered goes with its key", () => {
  expect(optionsAfter(panel("b", ["temperature"], { unit: "°C", decimals: 1 }), [])).toEqual({ decimals: 1 });
  expect(optionsAfter(panel("b", ["temperature"], { unit: "K" }), [])).toEqual({ unit: "K" });
});

test("a new panel has the units of the keys with which it begins, but no states have one", () => {
  const begun = (kind: DashboardPanel["kind"]) =>
    withNewPanel(
      draftOf(panel("a", ["temperature"], { unit: "°C" })),
      { id: "new", kind, like: panel("a", ["temperature"]) },
      [],
    ).configuration.panels[1];
  expect(begun("timeSeries")?.options).toEqual({ unit: "°C" });
  expect(begun("stateTimeline")?.options).toEqual({});
  expect(begun("text")?.options).toEqual({});
});

const profile = (
  name: string,
  formats: Readonly<Record<string, readonly [string, number | null]>>,
): ProfileFormats => ({
  ...{ id: `id of ${name}`, name },
  formats: new Map(Object.entries(formats).map(([key, [unit, decimals]]) => [key, { unit, decimals }])),
});
const METER = profile("meter", { power: ["W", 0], speed: ["m/s", 1], temperature: ["K", 2] });
const PUMP = profile("pump", { speed: ["rpm", 0], flow: ["l/s", 1], level: ["m", 1] });

test("a key that no panel knows has the unit and the decimals of its profile", () => {
  const begun = panel("b", []);
  expect(optionsWith([METER, PUMP], begun, ["power"])).toEqual({ unit: "W", decimals: 0 });
  expect(optionsWith([METER, PUMP], begun, ["flow", "level"])).toEqual({
    decimals: 1,
    byKey: [
      { key: "flow", unit: "l/s" },
      { key: "level", unit: "m" },
    ],
  });
  expect(optionsWith([METER, PUMP], begun, ["power", "flow"])).toEqual({
    byKey: [
      { key: "power", unit: "W", decimals: 0 },
      { key: "flow", unit: "l/s", decimals: 1 },
    ],
  });
  expect(optionsWith([METER], panel("b", ["power"], { unit: "W", decimals: 0 }), [])).toEqual({});
});

test("a unit that another panel has comes before that of the profile, whose decimals are those of its own unit", () => {
  expect(optionsWith([METER], panel("b", []), ["temperature"])).toEqual({ unit: "°C" });
  const same = profile("thermometer", { temperature: ["°C", 1] });
  expect(optionsWith([same], panel("b", []), ["temperature"])).toEqual({ unit: "°C", decimals: 1 });
});

test("profiles that disagree about a key give it no unit, but the panel's own profile does", () => {
  const begun = panel("b", []);
  expect(optionsWith([METER, PUMP], begun, ["speed"])).toEqual({});
  expect(optionsWith([METER, PUMP], begun, ["speed"], ofProfiles(["pump"]))).toEqual({ unit: "rpm", decimals: 0 });
});
