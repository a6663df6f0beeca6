// A cluster that is not started.
import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { scratchFolder } from "../../test/support/scratch-sqlite.ts";
import { Cluster } from "./cluster.ts";

test("a wrong item in HTTP_TRUSTED_PROXIES is refused as nodes refuse it", async () => {
  const folder = await scratchFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  const environment = { HTTP_TRUSTED_PROXIES: "10.0.0.0/33" };
  const options = { folder, nodes: 1, httpPort: 0, mqttPort: 0, environment };
  await expect(Cluster.in(options, { clock: systemClock, say: () => undefined })).rejects.toThrow(
    /^HTTP_TRUSTED_PROXIES \(http\.trustedProxies\) must be IP addresses, .* got "10\.0\.0\.0\/33"$/,
  );
});
