// Every template gives a dashboard that the platform takes, over views that it takes, whatever the keys are called.
import { expect, test } from "vitest";
import { parseView } from "../../../src/core/analytics/view/parse-view.ts";
import { checkConfiguration } from "../../../src/core/dashboards/check-configuration.ts";
import type { JsonObject } from "../../../src/core/devices/device.ts";
import { newId, type DeviceProfileId, type TenantId } from "../../../src/core/ids.ts";
import { lackOf } from "../dashboard-editor/dashboard-draft.ts";
import type { Configuration } from "../dashboard/configuration.ts";
import type { ViewDraft } from "../view-editor/view-draft.ts";
import { configurationWith, TEMPLATES, type Answers, type DashboardTemplate } from "./templates.ts";

const KEYS = ["power", "°C", 'a.b "c" <i>', "x".repeat(200)];
const context = {
  tenantId: newId<TenantId>(),
  zone: "UTC",
  rowsMax: 100_000,
  directory: {
    profiles: async () => [{ id: newId<DeviceProfileId>(), name: "meter" }],
    devices: async () => new Set<never>(),
    customers: async () => new Set<never>(),
    dataOf: async (_: unknown, sources: readonly unknown[]) => sources.map(() => "number" as const),
  },
};

async function savedView(view: ViewDraft): Promise<string> {
  expect(await parseView(view, context)).not.toHaveProperty("errors");
  return newId();
}

function built(template: DashboardTemplate, answers: Answers): Promise<Configuration> {
  return configurationWith(template.build(answers), savedView);
}

/** As it is sent. */
function json(configuration: Configuration): JsonObject {
  return JSON.parse(JSON.stringify(configuration)) as JsonObject;
}

/** One answer, of which the template asks at most three. */
const answersOf = ({ asks }: DashboardTemplate, keys: readonly string[]): Answers => ({
  profile: "meter",
  places: { kind: "telemetry", latitude: "lat", longitude: "lon" },
  keys: new Map(
    keys.flatMap((key, place) =>
      asks[place] === undefined ? [] : [[asks[place].name, { key, unit: "W", decimals: null }]],
    ),
  ),
});

const PLACES_IN_ATTRIBUTES = { kind: "attribute", latitude: "latitude", longitude: "longitude" } as const;

test.each(TEMPLATES)("$title: the platform takes it, and each panel is complete", async (template) => {
  for (const [place] of KEYS.entries()) {
    const keys = [...KEYS.slice(place), ...KEYS.slice(0, place)];
    const asked = answersOf(template, keys);
    for (const answers of [asked, { ...asked, profile: null }, { ...asked, places: PLACES_IN_ATTRIBUTES }]) {
      const configuration = await built(template, answers);
      expect(checkConfiguration(json(configuration))).toEqual(json(configuration));
      expect(configuration.panels.map(lackOf).filter((lack) => lack !== null)).toEqual([]);
    }
  }
});

test.each(TEMPLATES.filter(({ asks }) => asks.length > 0))(
  "$title: a value that is left out has no panel",
  async (template) => {
    for (const { name } of template.asks) {
      const alone = { profile: null, places: null, keys: new Map([[name, { key: "only", unit: "", decimals: null }]]) };
      const { panels } = await built(template, alone);
      expect(panels.length).toBeGreaterThan(0);
      for (const { source } of panels) expect(source).toMatchObject({ type: "keys", keys: ["only"] });
    }
    expect((await built(template, { profile: null, places: null, keys: new Map() })).panels).toEqual([]);
  },
);

test("the same key twice is shown once, with its unit, of the devices of the profile", async () => {
  const energy = TEMPLATES.find(({ id }) => id === "energy");
  const keys = new Map(["power", "energy"].map((name) => [name, { key: "p", unit: "kW", decimals: 2 }]));
  const { panels } = await configurationWith(energy?.build({ profile: "meter", places: null, keys }) ?? [], savedView);
  expect(panels.find(({ kind }) => kind === "table")).toMatchObject({
    source: { keys: ["p"], deviceIds: null, filter: { type: "deviceType", deviceTypes: ["meter"] } },
    options: { byKey: [{ key: "p", unit: "kW", decimals: 2 }] },
  });
});

test.each(TEMPLATES)("$title: there is a map where devices have coordinates, and only there", async (template) => {
  const sent = answersOf(template, KEYS);
  const mapOf = async (answers: Answers) => (await built(template, answers)).panels.find(({ kind }) => kind === "map");
  expect(await mapOf({ ...sent, places: null })).toBeUndefined();
  expect(await mapOf(sent)).toMatchObject({
    source: { type: "keys", keys: expect.arrayContaining(["lat", "lon"]) as unknown, deviceIds: null },
    options: { latitude: "lat", longitude: "lon" },
  });
  expect(await mapOf({ ...sent, places: PLACES_IN_ATTRIBUTES })).toMatchObject({ source: { type: "view" } });
});
