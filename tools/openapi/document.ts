// The description of the API as a platform of this source serves it: starts one on a scratch folder and asks it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configOf } from "../../src/app/config.ts";
import { startPlatform } from "../../src/app/platform.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";

/** The text of the document. */
export async function servedDocument(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bridgehead-openapi-"));
  const loopback = { "http.host": "127.0.0.1", "http.port": 0, "mqtt.host": "127.0.0.1", "mqtt.port": 0 };
  try {
    const platform = await startPlatform(configOf({ dataDir: folder, ...loopback }), {
      clock: systemClock,
      log: silentLogger,
    });
    try {
      return await (await fetch(`${platform.http}/v3/api-docs`)).text();
    } finally {
      await platform.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
