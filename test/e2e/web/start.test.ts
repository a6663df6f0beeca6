// The guided start in the browser: a gateway with a name, the printed commands run as they are printed, and the page that
// turns green with the first message.
import { execFile } from "node:child_process";
import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { TELEMETRY, useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { scratchFolder } from "../../support/scratch-sqlite.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import { startedCommand } from "../../support/started-command.ts";

const run = promisify(execFile);
const platform = useTestPlatform();
const browser = useBrowser();

const MARKUP = "<script>document.title='taken'</script>\u202Etxet";

let folder: string;
beforeAll(async () => {
  folder = await scratchFolder();
  // What `npm install mqtt` would bring.
  await symlink(join(import.meta.dirname, "../../../node_modules"), join(folder, "node_modules"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  await closePages(browser());
});

async function shell(command: string): Promise<void> {
  await run("/bin/sh", ["-c", command.replace(/^node /, `"${process.execPath}" `)], { cwd: folder });
}

/** The text under a heading such as "Run in a terminal" or "Save as name". */
async function printed(page: Page, heading: RegExp): Promise<string> {
  const step = page.getByRole("listitem").filter({ hasText: heading });
  return await step.locator("code, pre").first().innerText();
}

test("from a name to the first value: the printed mosquitto command turns the page green", async () => {
  const tenant = await platform().createTenant();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/overview");
  await page.getByRole("link", { name: "Guided start" }).click();
  await page.getByRole("textbox", { name: "Name of the gateway" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("textbox", { name: "Name of the gateway" }).fill("Plant gateway");
  await page.keyboard.press("Enter");
  await page.getByText("Waiting for the first message", { exact: true }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await shell(await printed(page, /Run in a terminal/));
  await page.getByRole("heading", { name: /The first message has arrived/ }).waitFor();
  await page.getByRole("status").getByRole("link", { name: "Thermometer" }).waitFor();
  await page
    .getByRole("row", { name: /temperature/ })
    .getByText("21.5")
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  // The address alone brings one back to where one was.
  await page.reload();
  await page.getByRole("heading", { name: /The first message has arrived/ }).waitFor();
  await page.getByRole("link", { name: "See it in a chart" }).click();
  await page.getByRole("heading", { level: 1, name: "Thermometer" }).waitFor();
  expect(new URL(page.url()).search).toBe("?tab=charts");
  expect(complaints).toEqual([]);
});

test("the printed file and commands of MQTT.js do so as well, at an address that names the gateway and the program", async () => {
  const tenant = await platform().createTenant();
  const gateway = await tenant.createGateway();
  const { page } = await openSignedIn(browser(), tenant.rest, `/start?gateway=${gateway.id}&with=mqttjs`);
  await page.getByText("Waiting for the first message", { exact: true }).waitFor();
  await writeFile(join(folder, "first-message.mjs"), await printed(page, /Save as first-message\.mjs/));
  await shell(await printed(page, /^3\. Run in a terminal/));
  await page.getByRole("heading", { name: /The first message has arrived/ }).waitFor();
});

test("the printed command of changing values goes on sending, and the page shows the values of each device", async () => {
  const tenant = await platform().createTenant();
  const gateway = await tenant.createGateway();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/start?gateway=${gateway.id}`);
  await page.getByText("Changing values", { exact: true }).click();
  await page.getByText("until you press Ctrl+C").waitFor();
  expect(new URL(page.url()).searchParams.get("send")).toBe("continuous");
  expect(await page.getByRole("tab", { name: "ThingsBoard gateway" }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);

  await using _sender = startedCommand(await printed(page, /Run in a terminal/), folder);
  const values = page.getByRole("table", { name: "Values that have arrived" });
  for (const device of ["Boiler", "Thermometer", "Truck"]) await values.getByRole("link", { name: device }).waitFor();
  await page.getByText("From 3 devices through").waitFor();
  const latitude = values.getByRole("row", { name: /latitude 52\.5/ });
  const first = await latitude.innerText();
  await expect.poll(() => latitude.innerText()).not.toBe(first);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

soakTest("changing values are sent by the names, keys and place of a newcomer, whatever they are", async () => {
  const tenant = await platform().createTenant();
  const gateway = await tenant.createGateway();
  const { page, complaints } = await openSignedIn(
    browser(),
    tenant.rest,
    `/start?gateway=${gateway.id}&send=continuous`,
  );
  const pump = `Pump '; echo "$HOME" 100%`;
  const devices = page.getByRole("combobox", { name: "Devices" });
  await devices.fill(pump);
  await devices.press("Enter");
  await devices.fill(MARKUP);
  // A name that is left counts as well.
  await page.getByRole("combobox", { name: "Keys" }).fill("flow");
  await page.getByRole("textbox", { name: "Latitude" }).fill("51.4545");
  await page.getByRole("textbox", { name: "Longitude" }).fill("-2.5879");
  expect(await page.title()).not.toBe("taken");
  expect(await accessibilityProblems(page)).toEqual([]);
  const command = await printed(page, /Run in a terminal/);
  await page.getByText("One message", { exact: true }).click();
  await page.getByText("Changing values", { exact: true }).click();
  expect(await printed(page, /Run in a terminal/)).toBe(command);
  await page.getByRole("tab", { name: "MQTT.js" }).click();
  expect(await printed(page, /Save as keep-sending\.mjs/)).toContain(`${JSON.stringify(pump)}: [{ flow: +(`);

  await using _sender = startedCommand(command, folder);
  const values = page.getByRole("table", { name: "Values that have arrived" });
  for (const device of [pump, MARKUP]) await values.getByRole("link", { name: device, exact: true }).waitFor();
  await values
    .getByRole("row", { name: /^flow / })
    .first()
    .waitFor();
  await values
    .getByRole("row", { name: /^latitude 51\.4/ })
    .first()
    .waitFor();
  await values
    .getByRole("row", { name: /^longitude -2\.5/ })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});

soakTest("in a new tab, one goes on with a gateway that has sent already, also with one of many", async () => {
  const tenant = await platform().createTenant();
  const gateway = await tenant.createGateway({ name: "Oldest gateway" });
  const session = await platform().connect(gateway.token, 5);
  await session.publish(TELEMETRY, { Oven: [{ heat: 210 }], Door: [{ open: true }] });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/start");
  await page.getByRole("link", { name: "Oldest gateway" }).click();
  const values = page.getByRole("table", { name: "Values that have arrived" });
  await values.getByRole("row", { name: /heat 210/ }).waitFor();
  await values.getByRole("row", { name: /open true/ }).waitFor();
  await values.getByRole("link", { name: "Door" }).waitFor();

  for (let number = 1; number <= 5; number++) await tenant.createGateway({ name: `Newer gateway ${String(number)}` });
  await page.goto(`${tenant.rest.baseUrl}/start`);
  await page.getByRole("link", { name: "Newer gateway 5" }).waitFor();
  expect(await page.getByRole("link", { name: "Oldest gateway" }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("combobox", { name: "Another gateway" }).fill("oldest");
  await page.getByRole("option", { name: "Oldest gateway" }).click();
  await values.getByRole("row", { name: /heat 210/ }).waitFor();
  expect(complaints).toEqual([]);
});

test("without a gateway at hand, the page sends a test value, and says that the gateway has sent nothing", async () => {
  const tenant = await platform().createTenant();
  const gateway = await tenant.createGateway();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/start?gateway=${gateway.id}`);
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Send a test value" }).press("Enter");
  await page.getByRole("heading", { name: /The test value has arrived/ }).waitFor();
  await page.getByText("the gateway itself has sent nothing yet").waitFor();
  await page.getByRole("row", { name: /testValue 2\d/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);

  const session = await platform().connect(gateway.token, 5);
  await session.publish(TELEMETRY, { Thermometer: [{ temperature: 21.5 }] });
  await page.getByRole("heading", { name: /The first message has arrived/ }).waitFor();
  await page.getByRole("status").getByRole("link", { name: "Thermometer" }).waitFor();
  expect(await page.getByRole("button", { name: "Send a test value" }).count()).toBe(0);
});

test("the credentials of a gateway come with the messages of a gateway", async () => {
  const tenant = await platform().createTenant();
  const gateway = await tenant.createGateway();
  const { page } = await openSignedIn(browser(), tenant.rest, `/devices/${gateway.id}?tab=credentials`);
  await page.getByRole("button", { name: "Show the commands" }).click();
  expect(await printed(page, /Run in a terminal/)).toContain("v1/gateway/telemetry");
});

soakTest("commands name the host by which the browser has reached the platform", async () => {
  const tenant = await platform().createTenant();
  const gateway = await tenant.createGateway();
  const { page } = await openSignedIn(browser(), tenant.rest, "/start");
  const { port } = new URL(tenant.rest.baseUrl);
  await page.goto(`http://localhost:${port}/start?gateway=${gateway.id}`);
  expect(await printed(page, /Run in a terminal/)).toContain(`-h localhost -p ${String(platform().mqttPort)} `);
  for (const [tab, named] of [
    ["Python", 'hostname="localhost"'],
    ["ThingsBoard gateway", '"host": "localhost"'],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    await page.getByText(named).waitFor();
  }
  expect(page.url()).toContain("with=tb-gateway");
});

test("a message that is refused is reported with its reason, and the page waits on", async () => {
  const tenant = await platform().createTenant();
  const gateway = await tenant.createGateway();
  const { page } = await openSignedIn(browser(), tenant.rest, `/start?gateway=${gateway.id}`);
  await page.getByText("Live", { exact: true }).waitFor();
  const session = await platform().connect(gateway.token, 5);
  await session.publish(TELEMETRY, { [MARKUP]: { temperature: 1 } });
  platform().clock.advance(300);
  await page.getByText("A message arrived, but it was refused").waitFor();
  await page.getByText(/must be an array/).waitFor();

  await session.publish(TELEMETRY, { [MARKUP]: [{ [MARKUP]: MARKUP }] });
  await page.getByRole("heading", { name: /The first message has arrived/ }).waitFor();
  await page.getByRole("status").getByRole("link", { name: MARKUP }).waitFor();
});

test("the name of a gateway that is there is refused next to its field; long names fit a phone", async () => {
  const tenant = await platform().createTenant();
  const long = await tenant.createGateway({ name: "W".repeat(255) });
  const { page } = await openSignedIn(browser(), tenant.rest, "/start");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("textbox", { name: "Name of the gateway" }).fill(long.name);
  await page.keyboard.press("Enter");
  await page
    .getByText(/already/)
    .first()
    .waitFor();
  await page.getByRole("link", { name: long.name }).click();
  await page.getByText("Waiting for the first message", { exact: true }).waitFor();
  await expect.poll(() => page.evaluate<number>("document.documentElement.scrollWidth")).toBe(390);
});

test("who may not create gateways sees why", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const { page } = await openSignedIn(browser(), customer.rest, "/start");
  await page.getByRole("heading", { name: "For tenant administrators" }).waitFor();
});
