// The views that the demo sets up, over a platform and the devices of the simulator.
import { expect, test } from "vitest";
import { AnalyticsClient } from "../support/analytics-client.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { DEVICE_KINDS, isDeviceKind } from "../../tools/simulator/models/kinds.ts";
import { Random } from "../../tools/simulator/random.ts";
import { DEMO_VIEWS } from "../../tools/demo/demo-views.ts";

const platform = useTestPlatform();

test("the views of the demo can be saved, and have rows over what its devices send", async () => {
  const { tenant, clock } = platform();
  const kinds = Object.keys(DEVICE_KINDS).filter(isDeviceKind);
  for (const kind of kinds) {
    const model = DEVICE_KINDS[kind](new Random("demo"));
    const device = await tenant.createDevice({ name: `Demo 1 ${kind} 01`, type: model.profile });
    const points = Array.from({ length: 12 }, (_, index) => {
      const ts = clock.now() - 3_000_000 + index * 240_000;
      return { ts, values: model.measure(ts) };
    });
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, points);
  }
  const admin = new AnalyticsClient(tenant.rest);
  for (const view of DEMO_VIEWS) {
    const { id, name } = await admin.create(view);
    const { rows, columns } = await admin.data(id);
    expect(rows.length, name).toBeGreaterThan(0);
    const empty = columns.filter((_, column) => rows.every((row) => row[column] === null)).map(({ label }) => label);
    expect([name, empty]).toEqual([name, name === "Silent devices" ? ["Last seen"] : []]);
  }
});
