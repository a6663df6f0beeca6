// 500 devices behind a gateway get new firmware over a link that breaks about twice a second.
import { afterAll, beforeAll, expect, test } from "vitest";
import { BreakingLink } from "../support/breaking-link.ts";
import { eventually } from "../support/deadline.ts";
import { newFilePackage, newProfile, someBytes } from "../support/packages.ts";
import { member } from "../support/rest-client.ts";
import { startServerProcess, type ServerProcess } from "../support/server-process.ts";
import { UpdatingGateway } from "../support/updating-gateway.ts";

const DEVICES = 500;
const BREAK_MILLIS = 600;
/** On a busy machine little gets through between two breaks. */
const DEADLINE_MILLIS = 180_000;
const BYTES = someBytes(1_000_000);

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

test(
  "every device ends at UPDATED with the version that its profile has been given",
  async () => {
    const { tenant } = server;
    const profile = await newProfile(tenant);
    const { token } = await tenant.createGateway();
    const names = Array.from({ length: DEVICES }, (_, index) => `Pump ${String(index)}`);
    const link = await BreakingLink.to(server.mqttPort, BREAK_MILLIS);
    const gateway = new UpdatingGateway(link.port, token, names, profile.name);
    try {
      await eventually(
        () => tenant.deviceCount(),
        (count) => count >= DEVICES,
        DEADLINE_MILLIS,
        (last) => `there are ${String(last)} devices`,
      );
      const packageId = await newFilePackage(tenant.rest, profile.id, BYTES, { title: "pump", version: "2.1" });
      const stored = await tenant.rest.get(`/api/deviceProfile/${profile.id}`);
      await tenant.rest.post("/api/deviceProfile", { ...(stored as object), firmwareId: { id: packageId } });

      const updated = await eventually(
        () => updatedDevices(),
        (count) => count === DEVICES,
        DEADLINE_MILLIS,
        (last) => `${String(last)} devices are updated, the gateway believes ${String(gateway.updated)}`,
      );
      expect(updated).toBe(DEVICES);
      expect(link.breaks).toBeGreaterThan(2);
      expect(gateway.connections).toBeGreaterThan(2);
      // Each chunk about once: what was loaded is kept over the breaks.
      expect(gateway.chunksAsked).toBeLessThan(2 * Math.ceil(BYTES.length / 8_192));
    } finally {
      link.stop();
      await gateway.stop();
    }
  },
  3 * DEADLINE_MILLIS,
);

/** Counted by an entity query over the latest values. */
async function updatedDevices(): Promise<number> {
  const is = (key: string, value: string) => ({
    key: { type: "TIME_SERIES", key },
    valueType: "STRING",
    predicate: { type: "STRING", operation: "EQUAL", value: { defaultValue: value } },
  });
  const found = await server.tenant.rest.post("/api/entitiesQuery/count", {
    entityFilter: { type: "entityType", entityType: "DEVICE" },
    keyFilters: [is("fw_state", "UPDATED"), is("current_fw_version", "2.1")],
  });
  return Number(typeof found === "number" ? found : member(found, "count"));
}
