// A data folder of version 0.1.0 (test/fixtures/data-0.1.0) opens, answers as that version did, and goes on.
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { configOf } from "../../src/app/config.ts";
import { startPlatform } from "../../src/app/platform.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { TEST_SETTINGS } from "../support/platform.ts";
import { member, RestClient, text } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";

const FIXTURE = join(import.meta.dirname, "../fixtures/data-0.1.0");

interface Answers {
  readonly apiKey: string;
  /** What the former version answered to GET. */
  readonly answers: readonly { readonly path: string; readonly body: string }[];
  readonly auditRecords: number;
}

test("a data folder of version 0.1.0 answers as it did, and takes what is new", async () => {
  const folder = await scratchFolder();
  for (const file of ["bridgehead.sqlite", "telemetry.duckdb"])
    await writeFile(join(folder, file), gunzipSync(await readFile(join(FIXTURE, `${file}.gz`))));
  await copyFile(join(FIXTURE, "secret.key"), join(folder, "secret.key"));
  const { apiKey, answers, auditRecords } = JSON.parse(
    await readFile(join(FIXTURE, "answers.json"), "utf8"),
  ) as Answers;
  const config = configOf({ ...TEST_SETTINGS, dataDir: folder });
  const platform = await startPlatform(config, { clock: new ManualClock(), log: silentLogger });
  try {
    const client = new RestClient(platform.http, `ApiKey ${apiKey}`);
    expect(answers.length).toBeGreaterThan(20);
    for (const { path, body } of answers) {
      const answer = await client.getText(path);
      expect([path, answer.replaceAll(platform.http, "http://platform")]).toEqual([path, body]);
    }
    const audit = "/api/audit/logs?pageSize=1&page=0";
    expect(member(await client.get(audit), "totalElements")).toBe(auditRecords);

    const boiler = text(await client.get("/api/tenant/devices?deviceName=boiler-1"), "id", "id");
    const telemetry = `/api/plugins/telemetry/DEVICE/${boiler}`;
    await client.post(`${telemetry}/timeseries/ANY`, { ts: 1_770_000_000_000, values: { temperature: 99 } });
    expect(text(await client.get(`${telemetry}/values/timeseries?keys=temperature`), "temperature", "0", "value")).toBe(
      "99",
    );
  } finally {
    await platform.stop();
    await rm(folder, { recursive: true });
  }
});
