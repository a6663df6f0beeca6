// The way of a newcomer, as it is walked: the link that the first start has printed, a password, the guided start, the
// printed command, and the newcomer's own values in a chart. Each thing that a person does is a step, and they are counted.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byDeadline } from "../../support/deadline.ts";
import { useBrowser } from "../../support/documentation-page.ts";
import { scratchFolder } from "../../support/scratch-sqlite.ts";
import { runtimeEnvironment } from "../../support/server-process.ts";
import { isCluster } from "../../support/start-platform.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Of `npm start`, and of `npm run cluster`. */
const [MAIN, ...ARGUMENTS] = isCluster
  ? ["tools/cluster/main.ts", "--folder", ".", "--http-port", "0", "--mqtt-port", "0"]
  : ["src/main.ts"];
/** What takes longer hangs. */
const START_MILLIS_MAX = 120_000;
/** From the printed link to a chart of one's own values. */
const STEPS_MAX = 8;

const run = promisify(execFile);
const browser = useBrowser();

let printed = "";
let stop: () => Promise<void>;
beforeAll(async () => {
  const folder = await scratchFolder();
  const server = spawn(process.execPath, [join(ROOT, MAIN), ...ARGUMENTS], {
    cwd: folder,
    env: { ...runtimeEnvironment(), HTTP_HOST: "127.0.0.1", HTTP_PORT: "0", MQTT_HOST: "127.0.0.1", MQTT_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(server, "exit");
  stop = async () => {
    if (server.exitCode === null && server.signalCode === null) server.kill("SIGTERM");
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const ready = Promise.withResolvers<undefined>();
  server.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
    if (/^bridgehead (cluster )?ready /m.test(printed)) ready.resolve(undefined);
  });
  await byDeadline(ready.promise, START_MILLIS_MAX, () => `the platform is not ready: ${printed}`);
});
afterAll(() => stop());

test("from the printed link to a chart of one's own values in eight steps", async () => {
  let steps = 0;
  const step = async (act: Promise<unknown>): Promise<void> => {
    steps++;
    await act;
  };
  const link = /password of tenant@\S+ once, at (\S+)/.exec(printed)?.[1] ?? "";
  const page = await browser().newPage();
  await step(page.goto(link));
  await step(page.getByLabel("New password").fill("correct-horse"));
  await step(page.getByLabel("Confirm password").fill("correct-horse"));
  await step(page.getByRole("button", { name: "Set password" }).click());
  await step(page.getByRole("textbox", { name: "Name of the gateway" }).fill("Plant gateway"));
  await step(page.getByRole("button", { name: "Create gateway" }).click());

  await page.getByText("Waiting for the first message", { exact: true }).waitFor();
  const command = await page.getByRole("tabpanel").locator("code, pre").first().innerText();
  await step(run("/bin/sh", ["-c", command]));
  await page.getByRole("heading", { name: /The first message has arrived/ }).waitFor();
  await step(page.getByRole("link", { name: "See it in a chart" }).click());
  await page.getByRole("heading", { level: 1, name: "Thermometer" }).waitFor();
  await page.getByText("temperature").first().waitFor();
  expect(steps).toBeLessThanOrEqual(STEPS_MAX);
});
