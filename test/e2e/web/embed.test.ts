// Views in the pages of other sites: which sites may show them, what the bearer of a link sees, and what is said of links
// that are no longer good. Source: analytics contract 4.3, 6.3.
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { AnalyticsClient, newViewOf, type SavedView } from "../../support/analytics-client.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { startFramingSite } from "../../support/framing-site.ts";
import { text } from "../../support/rest-client.ts";
import { accessibilityProblems } from "../../support/signed-in-page.ts";

const platform = useTestPlatform();
const browser = useBrowser();
const SITE = "https://www.example.com";
const HOUR = 3_600_000;
const T0 = 1_767_225_600_000;
let admin: AnalyticsClient;
let view: SavedView;

afterEach(async () => {
  await closePages(browser());
});

beforeAll(async () => {
  browser().setDefaultTimeout(60_000);
  const { tenant } = platform();
  admin = new AnalyticsClient(tenant.rest);
  const [one, other] = [await tenant.createDevice({ name: "Boiler" }), await tenant.createDevice({ name: "Pump" })];
  for (const [{ id }, temp] of [
    [one, 21.5],
    [other, 99.5],
  ] as const)
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { ts: T0 + 60_000, values: { temp } });
  view = await admin.create({
    ...newViewOf(tenant, { scope: { deviceIds: [one.id, other.id] } }),
    timeRange: { type: "absolute", startTs: T0, endTs: T0 + HOUR, timezone: "UTC" },
    filters: [{ name: "device", target: { type: "entity", field: "name" }, operator: "in", values: [] }],
  });
});

interface NewLink {
  readonly id: string;
  readonly token: string;
  readonly url: string;
}

async function linkTo(body: unknown, { id }: SavedView = view): Promise<NewLink> {
  const answer = await admin.call("POST", `/views/${id}/links`, body);
  return { id: text(answer.body, "id"), token: text(answer.body, "token"), url: text(answer.body, "url") };
}

async function framesOf(address: string): Promise<readonly [policy: string, older: string | null]> {
  const { headers, status } = await fetch(address);
  expect(status).toBe(200);
  const policy = /frame-ancestors [^;]*/.exec(headers.get("content-security-policy") ?? "")?.[0] ?? "";
  return [policy, headers.get("x-frame-options")];
}

const REFUSED = ["frame-ancestors 'none'", "DENY"];

test("the page of a link may be framed by exactly the sites that the link names", async () => {
  const { url } = await linkTo({ origins: [SITE, "http://intranet.example:8080"] });
  expect(await framesOf(url)).toEqual([`frame-ancestors ${SITE} http://intranet.example:8080`, null]);
});

test("a link that names no sites, or none at all, gives a page that nobody may frame", async () => {
  const { url } = await linkTo({});
  expect(await framesOf(url)).toEqual(REFUSED);
  expect(await framesOf(view.links.embed)).toEqual(REFUSED);
  expect(await framesOf(`${view.links.embed}?link=`)).toEqual(REFUSED);
});

test("a link that is tampered with, belongs to another view, is sent twice, has expired or was revoked opens no frame", async () => {
  const { url, token, id } = await linkTo({ origins: [SITE] });
  const other = await admin.create(newViewOf(platform().tenant));
  for (const address of [
    `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`,
    `${other.links.embed}?link=${token}`,
    `${url}&link=${token}`,
    `${view.links.embed.replace(view.id, "nobody")}?link=${token}`,
  ])
    expect([address, await framesOf(address)]).toEqual([address, REFUSED]);

  const short = await linkTo({ origins: [SITE], expiresTime: platform().clock.now() + HOUR });
  platform().clock.advance(HOUR + 1);
  expect(await framesOf(short.url)).toEqual(REFUSED);
  expect(await framesOf(url)).toEqual([`frame-ancestors ${SITE}`, null]);

  await admin.call("DELETE", `/views/${view.id}/links/${id}`);
  expect(await framesOf(url)).toEqual(REFUSED);
});

test("no other page may be framed, whatever link its address has", async () => {
  const { url, token } = await linkTo({ origins: [SITE] });
  const { origin } = new URL(url);
  for (const path of ["/", "/login", "/views", `/views/${view.id}`, `/show/${view.id}`])
    expect([path, await framesOf(`${origin}${path}?link=${token}`)]).toEqual([path, REFUSED]);
});

/** The page as somebody without an account opens it. */
async function open(address: string): Promise<Page> {
  const page = await browser().newPage();
  await page.goto(address, { waitUntil: "commit" });
  return page;
}

test("a site that the link names shows the view in its frame, and any other site shows nothing", async () => {
  await using site = await startFramingSite();
  await using other = await startFramingSite();
  const { url } = await linkTo({ origins: [site.origin] });

  const page = await open(site.pageOf(url));
  await page.frameLocator("iframe").getByRole("cell", { name: "21.5" }).waitFor();

  const refused = await browser().newPage();
  const said: string[] = [];
  refused.on("console", (message) => said.push(message.text()));
  await refused.goto(other.pageOf(url), { waitUntil: "commit" });
  await expect.poll(() => said.join()).toContain("frame-ancestors");
  expect(refused.frames().map((frame) => frame.url())).not.toContain(url);
  expect(await refused.frameLocator("iframe").getByText("21.5").count()).toBe(0);
});

test("everyone with the link sees the view without an account, with the filters that the link fixes and nothing else", async () => {
  const { url } = await linkTo({ lockedFilters: { device: ["Boiler"] } });
  const page = await open(url);

  await page.getByRole("cell", { name: "21.5" }).waitFor();
  expect(await page.getByText("99.5").count()).toBe(0);
  expect(await page.getByRole("combobox", { name: "device" }).count()).toBe(0);
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
});

test("links that are tampered with, have expired, belong to another view or were revoked are reported in words", async () => {
  const { url, id } = await linkTo({});
  const short = await linkTo({ expiresTime: platform().clock.now() + 60_000 });
  const other = await admin.create(newViewOf(platform().tenant));
  const strange = await linkTo({}, other);
  platform().clock.advance(60_001);
  for (const address of [`${url}x`, short.url, view.links.embed, `${view.links.embed}?link=${strange.token}`]) {
    const page = await open(address);
    await page.getByRole("alert").getByText("This link does not work").waitFor();
    await page.close();
  }

  // One that is revoked while somebody looks shows nothing more from then on.
  const page = await open(url);
  await page.getByRole("cell", { name: "21.5" }).waitFor();
  await admin.call("DELETE", `/views/${view.id}/links/${id}`);
  await page.getByRole("combobox", { name: "device" }).fill("Pump");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("This link does not work").waitFor();
  expect(await page.getByText("21.5").count()).toBe(0);
});

test("a link with a password asks for it, says when it is wrong, and shows the view when it is right", async () => {
  const { url } = await linkTo({ password: "rain on tin roofs" });
  const page = await open(url);

  await page.getByRole("heading", { name: "This view has a password" }).waitFor();
  await page.getByLabel("Password", { exact: true }).fill("something else");
  await page.keyboard.press("Enter");
  await page.getByText("The password of the link is wrong.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("rain on tin roofs");
  await page.keyboard.press("Enter");
  await page.getByRole("cell", { name: "21.5" }).waitFor();
});

test("a shared view that is watched changes as devices send", async () => {
  const device = await platform().tenant.createDevice({ name: "Fan" });
  const send = async (temp: number): Promise<void> => {
    const ts = platform().clock.now() - 1_000;
    await admin.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { ts, values: { temp } });
  };
  await send(10);
  const watched = await admin.create({
    ...newViewOf(platform().tenant, { scope: { deviceIds: [device.id] } }),
    fields: [
      { id: "n", label: "Device", source: { type: "entity", field: "name" } },
      { id: "t", label: "temp", source: { type: "telemetry", key: "temp" }, aggregation: { fn: "latest" } },
    ],
  });
  const { url } = await linkTo({}, watched);
  const page = await open(`${url}&live=true`);
  await page.getByText("Live", { exact: true }).nth(1).waitFor();
  await page.getByRole("cell", { name: "10", exact: true }).waitFor();

  platform().clock.advance(10_000);
  await send(12.5);
  const look = async (): Promise<number> => {
    // The platform looks for news by its own clock.
    platform().clock.advance(1_000);
    return await page.getByRole("cell", { name: "12.5" }).count();
  };
  await expect.poll(look).toBe(1);
});
