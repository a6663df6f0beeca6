// A data folder of each released version (test/fixtures) opens, answers as that version did, and goes on.
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { configOf } from "../../src/app/config.ts";
import { startPlatform } from "../../src/app/platform.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { changedAnswers, formerAnswers, formerVersions, unpackFormerFolder } from "../support/former-folder.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { TEST_SETTINGS } from "../support/platform.ts";
import { RestClient, text } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";

test.each(formerVersions)("a data folder of version %s answers as it did, and takes what is new", async (version) => {
  const folder = await scratchFolder();
  await unpackFormerFolder(version, folder);
  const { apiKey, answers } = await formerAnswers(version);
  const config = configOf({ ...TEST_SETTINGS, dataDir: folder });
  const platform = await startPlatform(config, { clock: new ManualClock(), log: silentLogger });
  try {
    expect(answers.length).toBeGreaterThan(20);
    expect(await changedAnswers(version, platform.http)).toEqual([]);

    const client = new RestClient(platform.http, `ApiKey ${apiKey}`);
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
