// A dashboard by a share link in Chromium: made by an administrator, opened without an account, with its password, on a wall screen and
// in a frame of another site, until it is revoked.
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { millis } from "../../../src/lib/clock.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { startFramingSite } from "../../support/framing-site.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { member, text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import type { TestTenant } from "../../support/tenant.ts";

// Links end by the clock of the platform, and are made by that of the browser.
const platform = useTestPlatform({ clock: new ManualClock(millis(Date.now())) });
const browser = useBrowser();

const PASSWORD = "rain on tin roofs";

let tenant: TestTenant;
let id: string;

beforeEach(async () => {
  tenant = await platform().createTenant();
  const device = text(await tenant.rest.post("/api/device", { name: "Boiler", type: "default" }), "id", "id");
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, { temperature: 20.5 });
  platform().clock.advance(1_000);
  const source = { type: "keys", keys: ["temperature"], deviceIds: [device] };
  const panels = [
    { id: "now", kind: "gauge", title: "Boiler now", source },
    { id: "note", kind: "text", title: "Note", options: { text: "**Read** me" } },
    {
      id: "press",
      kind: "rpcButton",
      title: "Restart",
      source: { ...source, keys: [] },
      options: { method: "reboot" },
    },
    { id: "switch", kind: "attributeSwitch", title: "Heating", source: { ...source, keys: ["heating"] } },
    { id: "refused", kind: "messages", title: "Refused", options: { show: "refused" } },
  ].map((panel, at) => ({ ...panel, place: { x: (at % 3) * 8, y: at < 3 ? 0 : 6, width: 8, height: 6 } }));
  const configuration = {
    ...{ bridgehead: 1, timeRange: { type: "preset", preset: "last24Hours" }, panels },
    filters: [
      { type: "device", name: "device", label: "Device" },
      { type: "attribute", name: "site", label: "Site", key: "site" },
    ],
  };
  id = text(await tenant.rest.post("/api/dashboard", { title: "Boiler room", configuration }), "id", "id");
});
afterEach(async () => {
  await closePages(browser());
});

/** Its address, as the dialog shows it once. */
async function madeLink(page: Page, fields: (page: Page) => Promise<void>): Promise<string> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Share links" }).click();
  await page.getByText("No links yet").waitFor();
  await page.getByRole("button", { name: "New link" }).click();
  await page.getByLabel("Name").fill("Screen in the lobby");
  await fields(page);
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByText("Copy it now").waitFor();
  return await page.getByRole("dialog").locator("pre").first().innerText();
}

async function revoke(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Revoke Screen in the lobby" }).click();
  await page.getByRole("button", { name: "Revoke link" }).click();
  await page.getByText("No links yet").waitFor();
}

test("a link with a password shows the dashboard to who has no account, also on a wall screen, until it is revoked", async () => {
  const { page } = await openSignedIn(browser(), tenant.rest, `/dashboards/${id}`);
  const address = await madeLink(page, async () => {
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Done" }).click();
  const listed = page.getByRole("article", { name: "Screen in the lobby" });
  await listed.getByText("Password").waitFor();
  await listed.getByText(/^Expires /).waitFor();

  // Without the session of the other page.
  const context = (await browser().browser()?.newContext()) ?? expect.fail("no browser");
  const bearer = await context.newPage();
  const calls: string[] = [];
  bearer.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await bearer.goto(address);
  await bearer.getByRole("textbox", { name: "Password" }).fill("sun on tin roofs");
  await bearer.getByRole("button", { name: "Show the dashboard" }).click();
  await bearer.getByText("the password of the link is wrong").waitFor();
  await bearer.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await bearer.getByRole("button", { name: "Show the dashboard" }).click();
  await bearer.getByRole("heading", { name: "Boiler room" }).waitFor();
  await bearer.getByText("20.5").first().waitFor();
  await bearer.getByText("Live", { exact: true }).filter({ visible: true }).first().waitFor();

  // What acts is there, disabled, and says why; filters that need a list of devices are as saved.
  expect(await bearer.getByRole("button", { name: "Restart" }).isDisabled()).toBe(true);
  expect(await bearer.getByRole("switch", { name: "Heating" }).isDisabled()).toBe(true);
  expect(await bearer.getByText("Sign in to use this. A share link is read-only.").count()).toBe(2);
  await bearer.getByText("Sign in to see messages.").waitFor();
  await bearer.getByRole("combobox", { name: "Site" }).waitFor();
  expect(await bearer.getByRole("combobox", { name: "Device" }).count()).toBe(0);
  expect(await accessibilityProblems(bearer)).toEqual([]);

  await bearer.getByRole("button", { name: "Full screen" }).click();
  await bearer.getByRole("button", { name: "Leave the wall screen" }).waitFor();
  expect(new URL(bearer.url()).searchParams.get("wall")).toBe("true");
  // The pointer is where the button of the bar has come, whose hint is outside of the page's regions.
  await bearer.mouse.move(640, 500);
  await expect.poll(() => bearer.getByRole("tooltip").count()).toBe(0);
  await bearer.getByText("20.5").first().waitFor();
  expect(await accessibilityProblems(bearer)).toEqual([]);
  await bearer.getByRole("button", { name: "Leave the wall screen" }).click();
  await bearer.getByRole("combobox", { name: "Site" }).waitFor();
  expect(calls.filter((path) => path.startsWith("/api/"))).toEqual([]);

  await revoke(page);
  await bearer.getByRole("alert").getByText("This link does not work").waitFor();
  expect(await bearer.getByText("20.5").count()).toBe(0);
  await context.close();
});

test("a link that reads as a customer shares the views of the dashboard with it, once it is made", async () => {
  const customer = text(await tenant.rest.post("/api/customer", { title: "Hospital" }), "id", "id");
  const made = await tenant.rest.request("POST", "/apiAnalytics/v1/views", {
    name: "Meters",
    fields: [{ id: "name", label: "Name", source: { type: "entity", field: "name" } }],
  });
  const viewId = text(made.body, "id");
  const sharing = async () => member(await tenant.rest.get(`/apiAnalytics/v1/views/${viewId}`), "sharing");
  const unshared = await sharing();
  const panel = { id: "names", kind: "table", title: "", source: { type: "view", viewId } };
  const configuration = {
    ...{ bridgehead: 1, timeRange: { type: "preset", preset: "last24Hours" } },
    panels: [{ ...panel, place: { x: 0, y: 0, width: 24, height: 6 } }],
  };
  const shown = text(await tenant.rest.post("/api/dashboard", { title: "Hall", configuration }), "id", "id");
  const { page } = await openSignedIn(browser(), tenant.rest, `/dashboards/${shown}`);
  await madeLink(page, async () => {
    await page.getByRole("combobox", { name: "Shows the data of" }).click();
    await page.getByRole("option", { name: "Hospital" }).click();
    await page.getByRole("checkbox", { name: "Share this view too" }).waitFor();
    expect(await sharing()).toEqual(unshared);
  });
  expect(await sharing()).toEqual({ visibility: "customers", customerIds: [customer], allCustomers: false });
});

soakTest("a link of this computer alone says so, and one of another address does not", async () => {
  const { page } = await openSignedIn(browser(), tenant.rest, `/dashboards/${id}`);
  const notice = page.getByText("It opens on this computer only");
  expect(new URL(await madeLink(page, () => Promise.resolve())).hostname).toBe("127.0.0.1");
  await notice.waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await revoke(page);

  // As a platform answers that is asked at another address.
  await page.route(/links?$/, async (route) => {
    const response = await route.fetch();
    const made = (await response.text()).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "https://iot.example.com");
    await route.fulfill({ response, body: made });
  });
  await page.getByRole("button", { name: "New link" }).click();
  await page.getByLabel("Name").fill("Screen in the lobby");
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByText("Copy it now").waitFor();
  expect(await page.getByRole("dialog").locator("pre").first().innerText()).toContain("https://iot.example.com/");
  expect(await notice.count()).toBe(0);
  await page.getByRole("button", { name: "Done" }).click();
  await revoke(page);
});

test("a site that the link names shows the dashboard in a frame, and no other site does", async () => {
  await using site = await startFramingSite();
  await using stranger = await startFramingSite();
  const { page } = await openSignedIn(browser(), tenant.rest, `/dashboards/${id}`);
  const address = await madeLink(page, async () => {
    await page.getByRole("combobox", { name: "Sites that may embed it" }).fill(site.origin);
    await page.keyboard.press("Enter");
  });
  expect(await page.getByRole("dialog").locator("pre").nth(1).innerText()).toContain(`<iframe src="${address}"`);
  const policyOf = async (of: string) => (await fetch(of)).headers.get("content-security-policy");
  expect(await policyOf(address)).toContain(`frame-ancestors ${site.origin}`);
  for (const other of [address.replace(/\?.*/, ""), `${address}x`, address.replace("/dashboards", "")])
    expect(await policyOf(other)).toContain("frame-ancestors 'none'");

  const visitor = await browser().newPage();
  await visitor.goto(site.pageOf(address));
  await visitor.frameLocator("iframe").getByText("20.5").first().waitFor();
  const refused = await browser().newPage();
  await refused.goto(stranger.pageOf(address));
  expect(await refused.frameLocator("iframe").getByRole("heading", { name: "Boiler room" }).count()).toBe(0);
});
