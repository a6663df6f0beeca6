// Every template gives a view that the service takes, whatever its keys are called.
import { expect, test } from "vitest";
import { parseView } from "../../../src/core/analytics/view/parse-view.ts";
import { newId, type TenantId } from "../../../src/core/ids.ts";
import { TEMPLATES } from "./templates.ts";

const KEYS = ["kwh", "°C", 'a.b "c" <i>', "group"];
const FORMATS = new Map([["kwh", { unit: "kWh", decimals: 1 }]]);
const context = {
  tenantId: newId<TenantId>(),
  zone: "UTC",
  rowsMax: 100_000,
  directory: {
    profiles: async () => [],
    devices: async () => new Set<never>(),
    customers: async () => new Set<never>(),
    dataOf: async (_: unknown, sources: readonly unknown[]) => sources.map(() => "number" as const),
  },
};

test.each(TEMPLATES)("$title", async ({ build }) => {
  for (const key of KEYS)
    for (const [by, state] of [
      ["entity.name", "true"],
      ["attr.server.building", `it's "on"`],
    ] as const) {
      const view = build({ keys: [key, ...KEYS.filter((other) => other !== key)], by, state }, FORMATS);
      expect(await parseView(view, context)).not.toHaveProperty("errors");
    }
});
