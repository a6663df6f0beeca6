// Reports in the background over a stop and a start of the whole platform. Source: analytics contract 4.3, 5.
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Platform } from "../../../src/app/platform.ts";
import { AnalyticsClient } from "../../support/analytics-client.ts";
import { EventReader } from "../../support/event-reader.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { TENANT_ADMIN, TEST_SETTINGS } from "../../support/platform.ts";
import { member, RestClient, text } from "../../support/rest-client.ts";
import { scratchFolder } from "../../support/scratch-sqlite.ts";
import { startForTests } from "../../support/start-platform.ts";

const JOBS = 4;

async function adminOf({ http }: Platform): Promise<AnalyticsClient> {
  return new AnalyticsClient(await new RestClient(http).login(TENANT_ADMIN.email, TENANT_ADMIN.password));
}

/** The state in which its events end. */
async function endOf({ rest }: AnalyticsClient, id: string): Promise<unknown> {
  const url = `${rest.baseUrl}/apiAnalytics/v1/reports/${id}/events`;
  const reader = await EventReader.open(url, { "x-authorization": rest.authorization ?? "" });
  let last: unknown;
  for (let event = await reader.next(); event !== undefined; event = await reader.next()) last = event.data;
  return member(last, "state");
}

test("AN §4.3: reports that wait or run when the platform stops are done after the next start", async () => {
  const folder = await scratchFolder();
  const clock = new ManualClock();
  const start = () => startForTests({ ...TEST_SETTINGS, dataDir: folder }, { clock });
  const first = await start();
  try {
    const before = await adminOf(first);
    const fields = [{ id: "n", label: "Device", source: { type: "entity", field: "name" } }];
    const { id: viewId } = await before.create({ name: "devices", fields });
    const asked = Array.from({ length: JOBS }, () => before.call("POST", "/reports", { viewId, format: "csv" }));
    const ids = (await Promise.all(asked)).map(({ body }) => text(body, "id"));
    await first.stop();

    const second = await start();
    try {
      const after = await adminOf(second);
      const ends = await Promise.all(ids.map((id) => endOf(after, id)));
      expect(ends).toEqual(ids.map(() => "done"));
      const result = await after.call("GET", `/reports/${ids.at(-1) ?? ""}/result`);
      expect([result.status, result.text]).toEqual([200, "Device\r\n"]);
    } finally {
      await second.stop();
    }
  } finally {
    await first.stop();
    await rm(folder, { recursive: true });
  }
});
