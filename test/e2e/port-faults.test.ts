// A port that cannot be opened ends the start with words that name its setting.
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { parseConfig } from "../../src/app/config.ts";
import { startPlatform } from "../../src/app/platform.ts";

const other = createServer();
let taken: string;
beforeAll(async () => {
  await once(other.listen(0, "127.0.0.1"), "listening");
  taken = String((other.address() as AddressInfo).port);
});
afterAll(() => other.close());

async function start(environment: Record<string, string>): Promise<unknown> {
  const folder = await scratchFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const free = { HTTP_HOST: "127.0.0.1", HTTP_PORT: "0", MQTT_HOST: "127.0.0.1", MQTT_PORT: "0", DATA_DIR: folder };
  const config = parseConfig(new Map(), { ...free, ...environment });
  return await startPlatform(config, { clock: systemClock, log: silentLogger });
}

test.each([
  ["HTTP_PORT", "http.port", "HTTP"],
  ["MQTT_PORT", "mqtt.port", "MQTT"],
])("a taken port is named with its setting %s", async (variable, setting, what) => {
  await expect(start({ [variable]: taken })).rejects.toThrow(
    `port ${taken} of 127.0.0.1, for ${what}, is in use by another program; ` +
      `stop that one, or choose another with ${variable} (${setting})`,
  );
});

test("an address that is not this machine's is named with its setting", async () => {
  await expect(start({ HTTP_HOST: "192.0.2.1", HTTP_PORT: taken, ALLOW_PLAINTEXT: "true" })).rejects.toThrow(
    `port ${taken} of 192.0.2.1, for HTTP, cannot be opened, because that is no address of this machine; ` +
      "correct it, or choose another with HTTP_HOST (http.host)",
  );
});
