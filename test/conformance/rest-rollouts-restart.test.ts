// A rollout over a stop and a start of the whole platform, in the middle of a wave.
// Source: docs/decisions/0118-rollouts-in-waves.md.
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Platform } from "../../src/app/platform.ts";
import { ROUND_MILLIS, type ShownRollout } from "../support/fleet.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { newFilePackage, newProfile, someBytes } from "../support/packages.ts";
import { TENANT_ADMIN, TEST_SETTINGS } from "../support/platform.ts";
import { RestClient, text } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { TestTenant } from "../support/tenant.ts";
import { startForTests } from "../support/start-platform.ts";

const DEVICES = 12;

async function tenantOf({ http }: Platform): Promise<TestTenant> {
  const rest = await new RestClient(http).login(TENANT_ADMIN.email, TENANT_ADMIN.password);
  let last = 0;
  return new TestTenant(rest, text(await rest.get("/api/auth/user"), "tenantId", "id"), () => ++last);
}

test("REST §8: a rollout goes on after a restart where it was", async () => {
  const folder = await scratchFolder();
  const clock = new ManualClock();
  const settings = { ...TEST_SETTINGS, dataDir: folder, "ota.rollouts.sliceDevices": 1 };
  const start = () => startForTests(settings, { clock });
  const first = await start();
  try {
    const before = await tenantOf(first);
    const profile = await newProfile(before);
    const ids: string[] = [];
    for (let count = 0; count < DEVICES; count++) ids.push((await before.createDevice({ type: profile.name })).id);
    const packageId = await newFilePackage(before.rest, profile.id, someBytes(10));
    const target = { deviceProfileId: profile.id };
    const waves = [{ percent: 50 }, { percent: 100 }];
    const created = await before.rest.post("/api/ota/rollouts", { packageId, target, waves });
    const path = `/api/ota/rollouts/${text(created, "id")}`;
    // The round begins, and the stop comes between two of its slices.
    clock.advance(ROUND_MILLIS);
    await first.stop();

    const second = await start();
    try {
      const { rest } = await tenantOf(second);
      const read = async (): Promise<ShownRollout> => {
        clock.advance(ROUND_MILLIS);
        return (await rest.get(path)) as ShownRollout;
      };
      const reached = (isWanted: (rollout: ShownRollout) => boolean): Promise<void> =>
        expect.poll(async () => isWanted(await read()), { interval: 20 }).toBe(true);
      const report = async (): Promise<void> => {
        for (const id of ids)
          await rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, {
            current_fw_title: "boiler",
            current_fw_version: "1.0",
          });
      };
      await reached(({ waves: [one] }) => one?.counts["INITIATED"] === DEVICES / 2);
      expect(await rest.get(path)).toMatchObject({ wave: 1, state: "RUNNING", counts: { PENDING: DEVICES / 2 } });
      await report();
      await reached(({ state }) => state === "DONE");
      expect(await rest.get(path)).toMatchObject({ counts: { UPDATED: DEVICES } });
    } finally {
      await second.stop();
    }
  } finally {
    await first.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
