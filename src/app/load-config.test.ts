import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError } from "./config-source.ts";
import { loadConfig } from "./load-config.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bridgehead-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("bridgehead.yml of the working folder is read, with nested and with dotted names", async () => {
  writeFileSync(
    join(folder, "bridgehead.yml"),
    "mqtt:\n  port: 2883\n  tls.port: 9883\ndevice.claim.duration: 60000\n",
  );

  const config = await loadConfig(undefined, folder, {});

  expect(config.mqtt.port).toBe(2883);
  expect(config.mqtt.tls.port).toBe(9883);
  expect(config.device.claim.duration).toBe(60_000);
});

test("without a file the defaults hold, and an empty file says nothing", async () => {
  expect((await loadConfig(undefined, folder, {})).mqtt.port).toBe(1883);

  writeFileSync(join(folder, "bridgehead.yml"), "# nothing\n");
  expect((await loadConfig(undefined, folder, {})).mqtt.port).toBe(1883);
});

test("a group whose members are all commented out says nothing", async () => {
  writeFileSync(join(folder, "bridgehead.yml"), "mqtt:\n  # port: 2883\nhttp.port: 9000\n");

  expect((await loadConfig(undefined, folder, {})).http.port).toBe(9000);
});

test("a file that was named must exist", async () => {
  await expect(loadConfig("other.yml", folder, {})).rejects.toThrow(/other\.yml cannot be read: ENOENT/);
});

test("a named file is used instead of bridgehead.yml", async () => {
  writeFileSync(join(folder, "bridgehead.yml"), "mqtt.port: 1\n");
  writeFileSync(join(folder, "other.yml"), "http.port: 2\n");

  const config = await loadConfig("other.yml", folder, { HTTP_PORT: "3" });

  expect(config.mqtt.port).toBe(1883);
  expect(config.http.port).toBe(3);
});

test.each([
  ["mqtt: [1", /not valid YAML/],
  ["- a\n- b\n", /must be a mapping/],
  ["just text", /must be a mapping/],
  ["mqtt.port: 1\nmqtt:\n  port: 2\n", /gives "mqtt.port" twice/],
  ["mqttt:\n", /unknown setting "mqttt"/],
  ["mqtt: 5\n", /unknown setting "mqtt"/],
  ["mqtt.port:\n", /mqtt\.port must be integer from 0 to 65535, got nothing/],
  ["mqtt: {port: {number: 1}}", /unknown setting "mqtt.port.number"/],
  ["mqtt.port: [1, 2]", /must be integer from 0 to 65535, got \[1,2\]/],
  ["__proto__: {x: 1}", /unknown setting "__proto__.x"/],
  ["a: &a [x]\nb: [*a, *a]\n", /uses YAML aliases/],
])("refuses %j", async (content, message) => {
  writeFileSync(join(folder, "bridgehead.yml"), content);

  await expect(loadConfig(undefined, folder, {})).rejects.toThrow(ConfigError);
  await expect(loadConfig(undefined, folder, {})).rejects.toThrow(message);
});
