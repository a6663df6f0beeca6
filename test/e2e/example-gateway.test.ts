// The gateway in Node of `examples/`, as its README starts it.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SERVER_CERTIFICATE, SERVER_KEY } from "../support/certificates.ts";
import { showExampleGateway } from "../support/example-gateway.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { rm } from "node:fs/promises";

const GATEWAY = join(import.meta.dirname, "../../examples/node-gateway/gateway.mjs");

let folder: string;
let certFile: string;
let platform: TestPlatform;
beforeAll(async () => {
  folder = await scratchFolder();
  certFile = join(folder, "certificate.pem");
  const keyFile = join(folder, "key.pem");
  await writeFile(certFile, SERVER_CERTIFICATE);
  await writeFile(keyFile, SERVER_KEY);
  platform = await startTestPlatform({
    settings: { "mqtt.tls.certFile": certFile, "mqtt.tls.keyFile": keyFile, "mqtt.tls.port": 0 },
  });
});
afterAll(async () => {
  await platform.stop();
  await rm(folder, { recursive: true });
});

test("over TLS it connects devices, sends values, follows an attribute, answers a call, and loses no reading", async () => {
  const example = { command: process.execPath, args: [GATEWAY], environment: { BRIDGEHEAD_CA: certFile } };

  const shown = showExampleGateway(example, {
    tenant: platform.tenant,
    scheme: "mqtts",
    port: platform.mqttsPort,
  });

  await expect(shown).resolves.toBeUndefined();
});
