// The overview and the gateways in the browser: figures for each role, gateways with their devices and traffic, messages as
// they come with what was refused and why.
import { afterEach, describe, expect, test, vi } from "vitest";
import { ATTRIBUTES, CONNECT, connectGateway, TELEMETRY, useTestPlatform } from "../../support/conformance.ts";
import { contrastOf } from "../../support/contrast.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { member, text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import { isCluster } from "../../support/start-platform.ts";

const platform = useTestPlatform();
const browser = useBrowser();

const MARKUP = "<script>document.title='taken'</script>\u202Etxet";

afterEach(async () => {
  await closePages(browser());
});

soakTest("a tenant without gateways sees how to get one, on the overview and in the list", async () => {
  const tenant = await platform().createTenant();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/overview");
  await page.getByRole("heading", { name: "No gateway yet" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: /^Gateways online/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No gateways yet" }).waitFor();
  await page.getByRole("link", { name: "Guided start" }).click();
  await page.getByRole("heading", { level: 1, name: "Guided start" }).waitFor();
  expect(complaints).toEqual([]);
});

test("a tenant administrator sees figures, each of which leads to its page", async () => {
  const tenant = await platform().createTenant();
  const gateway = await connectGateway(platform(), { tenant });
  const device = await gateway.connectDevice();
  await gateway.publish(TELEMETRY, { [device.name]: [{ temperature: 21.5, humidity: 40 }] });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/overview");
  await page.getByRole("link", { name: /^Gateways online 1 of 1/ }).waitFor();
  await page.getByRole("link", { name: /^Devices active 1 of 1/ }).waitFor();
  await page.getByRole("img", { name: /^2 points in the last hour, peak 2 per minute/ }).waitFor();
  await page.getByRole("img", { name: "No refusals in the last hour." }).waitFor();
  const points = page.getByRole("region", { name: "Points in the last hour" });
  await points.getByText("points per minute", { exact: true }).waitFor();
  for (const tick of ["0", "1", "2"]) expect(await points.getByText(tick, { exact: true }).count()).toBe(1);
  expect(await points.getByText(/^\d+:(00|15|30|45)/).count()).toBeGreaterThanOrEqual(3);
  const places = (): Promise<readonly string[]> =>
    page.evaluate<readonly string[]>(
      `[...new Set([...document.querySelectorAll("main a[href]")].map((link) => link.getAttribute("href")))].sort()`,
    );
  await expect
    .poll(places)
    .toEqual(["/dashboards?new=yes", "/devices", "/gateways", "/gateways?tab=refusals", "/limits", "/views"]);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

soakTest(
  "the newest dashboards of a tenant are on its overview, or how to make one of the values that are there",
  async () => {
    const tenant = await platform().createTenant();
    await tenant.createDevice();
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/overview");
    const dashboards = page.getByRole("region", { name: "Dashboards" });
    await dashboards.getByRole("link", { name: "Create a dashboard from a template" }).click();
    await page.getByRole("dialog", { name: "New dashboard" }).waitFor();
    for (const title of ["Hall 1", "Hall 2", "Hall 3", "Hall 4", "Hall 5", "Hall 6"]) {
      platform().clock.advance(1_000);
      await tenant.rest.post("/api/dashboard", { title, configuration: null });
    }
    await page.goto(new URL("/overview", page.url()).href);
    await dashboards.getByRole("link", { name: "Hall 6" }).waitFor();
    expect(await dashboards.getByRole("link").allTextContents()).toEqual([
      ...["Hall 6", "Hall 5", "Hall 4", "Hall 3", "Hall 2", "Hall 1"],
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await tenant.rest.post("/api/dashboard", { title: "Hall 7", configuration: null });
    await page.reload();
    await dashboards.getByRole("link", { name: "Hall 7" }).waitFor();
    await dashboards.getByRole("link", { name: "All 7", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Dashboards" }).waitFor();
    expect(complaints).toEqual([]);
  },
);

test("what needs attention comes first on the overview, and each line leads to the list that it counts", async () => {
  const tenant = await platform().createTenant();
  const gateway = await tenant.createGateway();
  const device = await tenant.createDevice();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/overview");
  const attention = page.getByRole("region", { name: "Needs attention" });
  await attention.getByRole("link", { name: gateway.name }).waitFor();
  await attention.getByText("has never connected").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await attention.getByRole("link", { name: "1 device inactive" }).click();
  await page.getByRole("link", { name: device.name }).waitFor();
  expect(await page.getByRole("link", { name: gateway.name }).count()).toBe(0);
  await page.goBack();
  await attention.getByRole("link", { name: "1 gateway offline" }).click();
  await page.getByRole("link", { name: gateway.name }).waitFor();
  expect(new URL(page.url()).search).toBe("?show=offline");
  expect(complaints).toEqual([]);
});

soakTest(
  "gateways with refused messages are named on the overview, each with a link to what was refused of it",
  async () => {
    const tenant = await platform().createTenant();
    const quiet = await tenant.createGateway();
    const refused = [];
    for (let messages = 1; messages <= 7; messages++) {
      const gateway = await connectGateway(platform(), { tenant });
      for (let sent = 0; sent < messages; sent++) await gateway.publish(TELEMETRY, MARKUP);
      refused.unshift(gateway.gateway);
    }
    const [most] = refused;
    platform().clock.advance(1_000);
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/overview");
    const attention = page.getByRole("region", { name: "Needs attention" });
    await attention.getByRole("link", { name: "28 messages refused in the last hour" }).waitFor();
    const named = attention.getByRole("listitem").filter({ hasText: "Malformed messages" });
    await expect.poll(() => named.count()).toBe(5);
    const shown = refused.slice(0, 5).map(({ name }, index) => `${name} · Malformed messages: ${String(7 - index)}`);
    expect(await named.allTextContents()).toEqual(shown);
    expect(await accessibilityProblems(page)).toEqual([]);

    await named.getByRole("link", { name: most?.name ?? "" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: most?.name ?? "" }).waitFor();
    expect(new URL(page.url()).search).toBe("?tab=refusals");
    const rows = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Payload" }) });
    await rows.getByRole("button", { name: "7 times in a row" }).waitFor();
    expect(await rows.count()).toBe(1);

    await page.goBack();
    await attention.getByRole("link", { name: "2 more gateways" }).click();
    await page.getByRole("link", { name: most?.name ?? "" }).waitFor();
    expect(new URL(page.url()).search).toBe("?show=refused");
    const listed = page
      .getByRole("row")
      .filter({ has: page.getByRole("link", { name: / refused in the last hour$/ }) });
    await expect.poll(() => listed.count()).toBe(7);
    expect(
      await listed
        .first()
        .getByRole("link", { name: most?.name ?? "" })
        .count(),
    ).toBe(1);
    expect(await page.getByRole("link", { name: quiet.name }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await listed.first().getByRole("link", { name: "7 refused in the last hour" }).click();
    await page.getByRole("heading", { level: 1, name: most?.name ?? "" }).waitFor();
    expect(new URL(page.url()).search).toBe("?tab=refusals");
    expect(complaints).toEqual([]);
  },
);

test("each reason for which messages of a gateway were refused leads from the overview to those messages", async () => {
  const tenant = await platform().createTenant();
  const gateway = await connectGateway(platform(), { tenant });
  for (let sent = 0; sent < 2; sent++) await gateway.publish(TELEMETRY, MARKUP);
  await gateway.publish("v1/gateway/nonsense", {});
  platform().clock.advance(1_000);
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/overview");
  const named = page.getByRole("region", { name: "Needs attention" }).getByRole("listitem");
  await named.getByRole("link", { name: "Malformed messages: 2" }).waitFor();
  await named.getByRole("link", { name: "Unknown topics: 1" }).focus();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: gateway.gateway.name }).waitFor();
  expect(new URL(page.url()).search).toBe("?tab=refusals&reason=unsupported");
  expect(complaints).toEqual([]);
});

test("a limit that runs out leads from the overview to its own row", async () => {
  const tenant = await platform().createTenant({ maxDevices: 1 });
  await tenant.createDevice();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/overview");
  await page.getByRole("region", { name: "Needs attention" }).getByRole("link", { name: "Devices: 1 of 1" }).click();
  await page.getByRole("heading", { level: 1, name: "Limits and usage" }).waitFor();
  const row = page.locator("[aria-current=location]");
  await row.getByText("Devices", { exact: true }).waitFor();
  await row.getByText("limit reached").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a system administrator sees how full the disk of the data is, and first of all when it runs out", async () => {
  const { page, complaints } = await openSignedIn(browser(), platform().sysAdmin, "/overview");
  const tile = page.getByRole("main").getByRole("link", { name: /^Disk free/ });
  const attention = page.getByRole("region", { name: "Needs attention" });
  const GIB = 2 ** 30;
  await page.route("**/api/system/posture", (route) =>
    route.fulfill({ json: { findings: [], versions: [], sync: [] } }),
  );
  await page.reload();
  const withDisk = async (disk: object): Promise<void> => {
    await page.unroute("**/api/overview");
    await page.route("**/api/overview", async (route) => {
      const overview = (await (await route.fetch()).json()) as { readonly storage: object };
      const quiet = { gateways: { total: 1, online: 1 }, traffic: null, byTenant: null };
      await route.fulfill({ json: { ...overview, ...quiet, storage: { ...overview.storage, ...disk } } });
    });
    await page.reload();
  };
  const ofDisk = (free: number, diskFinding: string | null): object => ({
    ...{ diskBytes: 100 * GIB, diskFreeBytes: free * GIB, diskFinding },
  });
  await withDisk(ofDisk(40, null));
  await tile.getByText("40.0 GiB", { exact: true }).waitFor();
  await tile.getByText("60% used", { exact: true }).waitFor();
  expect(await attention.count()).toBe(0);

  await withDisk(ofDisk(99.8, null));
  await tile.getByText("99.8 GiB", { exact: true }).waitFor();
  await tile.getByText("less than 1% used", { exact: true }).waitFor();

  await withDisk(ofDisk(30, "disk-full-soon"));
  await tile.getByText("70% used", { exact: true }).waitFor();
  await attention.getByText("at the rate at which the data grows").waitFor();
  await withDisk(ofDisk(4, "disk-almost-full"));
  await tile.getByText("96% used", { exact: true }).waitFor();
  await attention.getByText("on a full disk nothing is accepted").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await attention.getByRole("link", { name: "Disk almost full: 4.0 GiB of 100 GiB free" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "System health" }).waitFor();

  await page.goBack();
  await tile.waitFor();
  const none = { diskBytes: null, diskFreeBytes: null, diskFinding: null, telemetryBytes: null, entityBytes: null };
  await withDisk({ ...none, points: 1234 });
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Points stored/ })
    .getByText("1,234", { exact: true })
    .waitFor();
  expect([await tile.count(), await attention.count()]).toEqual([0, 0]);
  expect(complaints).toEqual([]);
});

test("a system administrator sees first whose gateways are offline and whose messages are refused", async () => {
  const tenant = await platform().createTenant();
  // More than tests before have left.
  for (let count = 0; count < 4; count++) await tenant.createGateway();
  const gateway = await connectGateway(platform(), { tenant });
  for (let sent = 0; sent < 60; sent++) await gateway.publish(TELEMETRY, MARKUP);
  platform().clock.advance(1_000);
  const { page, complaints } = await openSignedIn(browser(), platform().sysAdmin, "/overview");
  const attention = page.getByRole("region", { name: "Needs attention" });
  const offline = attention.getByRole("link", { name: /gateways? offline$/ });
  await offline.waitFor();
  await attention.getByRole("link", { name: /messages refused in the last hour$/ }).waitFor();
  const lists = attention.getByRole("list");
  const below = offline.locator("xpath=ancestor::div[ul][1]");
  await below.getByText(/ · 4$/).first().waitFor();
  await lists
    .last()
    .getByText(/ · 60$/)
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await lists.last().getByRole("listitem").filter({ hasText: " · 60" }).getByRole("link").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Usage", selected: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/tenants/${tenant.id}`);
  expect(complaints).toEqual([]);
});

test("a system administrator sees tenants near a limit, since when gateways are offline, and what is critical", async () => {
  const { sysAdmin } = platform();
  const tenant = await platform().createTenant();
  const lost = await connectGateway(platform(), { tenant });
  await lost.client.disconnect();
  for (let count = 0; count < 6; count++) await tenant.createGateway();
  const profile = await sysAdmin.post("/api/tenantProfile", {
    ...{ name: "Nearly full", profileData: { configuration: { maxDevices: 7 } } },
  });
  const own = (await sysAdmin.get(`/api/tenant/${tenant.id}`)) as object;
  await sysAdmin.post("/api/tenant", { ...own, tenantProfileId: member(profile, "id") });
  const { page, complaints } = await openSignedIn(browser(), sysAdmin, "/overview");
  const attention = page.getByRole("region", { name: "Needs attention" });
  const findings = [
    "Tokens can be read.",
    "Everything is lost.",
    ...["a", "b", "c", "d"].map((name) => `Finding ${name}.`),
  ];
  await page.route("**/api/system/posture", async (route) => {
    const posture = (await (await route.fetch()).json()) as { readonly findings: readonly object[] };
    const critical = findings.map((found) => ({ ...posture.findings[0], severity: "critical", found }));
    await route.fulfill({ json: { ...posture, findings: critical } });
  });
  await page.reload();
  await attention.getByRole("link", { name: "6 critical findings" }).waitFor();
  await attention.getByText("Everything is lost.").waitFor();
  await attention.getByRole("link", { name: "1 more finding", exact: true }).waitFor();
  const ofTenant = attention.getByRole("listitem").filter({ has: page.locator(`a[href*="${tenant.id}"]`) });
  await ofTenant.getByText(/ · 7 · the last one disconnected /).waitFor();
  await attention.getByRole("link", { name: /limits? of tenants reached or near$/ }).waitFor();
  const limit = ofTenant.filter({ hasText: "Devices: 7 of 7 · limit reached" });
  await limit.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await limit.getByRole("link").focus();
  await page.keyboard.press("Enter");
  const row = page.locator("[aria-current=location]");
  await row.getByText("Devices", { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/tenants/${tenant.id}`);

  await page.unroute("**/api/system/posture");
  await page.goto(`${sysAdmin.baseUrl}/health`);
  await page.getByText(/may send any number of messages/).waitFor();
  const { findings: known } = (await sysAdmin.get("/api/system/posture")) as {
    readonly findings: readonly {
      readonly tenants: { readonly named: readonly { readonly title: string }[] } | null;
    }[];
  };
  const [first] = known.flatMap(({ tenants }) => tenants?.named ?? []);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page
    .getByRole("main")
    .getByRole("link", { name: first?.title ?? "", exact: true })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: first?.title ?? "" }).waitFor();
  expect(complaints).toEqual([]);
});

test("a system administrator sees the installation, and a user of a customer the customer's devices alone", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const own = await tenant.createDevice({ customerId: customer.id });
  const other = await tenant.createDevice();
  const system = await openSignedIn(browser(), platform().sysAdmin, "/overview");
  await system.page
    .getByRole("main")
    .getByRole("link", { name: /^Tenants/ })
    .waitFor();
  const storage = isCluster ? /^Points stored/ : /^Storage used/;
  await system.page.getByRole("link", { name: storage }).waitFor();
  expect(await accessibilityProblems(system.page)).toEqual([]);
  expect(system.complaints).toEqual([]);

  const { page, complaints } = await openSignedIn(browser(), customer.rest, "/overview");
  await page.getByRole("link", { name: own.name }).waitFor();
  await page.getByText("You have no table views yet.").waitFor();
  expect(await page.getByText(other.name).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the home of a customer shows its dashboards, and what its devices sent last, and nothing of others", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const boiler = await tenant.createDevice({ name: "Boiler", customerId: customer.id });
  await tenant.createDevice({ name: "Silent pump", customerId: customer.id });
  const other = await tenant.createDevice({ name: "Boiler of others" });
  const send = (id: string, values: object): Promise<unknown> =>
    tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, values);
  // Three are shown, and a number is one of them.
  await send(boiler.id, { about: MARKUP, mode: "auto", state: "on", supplyTemperature: 63.029999999999994 });
  await send(other.id, { secretKey: 4711 });
  const dashboard = text(await tenant.rest.post("/api/dashboard", { title: "Boiler house" }), "id", "id");
  await tenant.rest.post("/api/dashboard", { title: "House of others" });
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${dashboard}`);
  const { page, complaints } = await openSignedIn(browser(), customer.rest, "/overview");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Boiler house" }).waitFor();
  expect(await main.getByText("House of others").count()).toBe(0);
  await main.getByText("Supply temperature", { exact: true }).waitFor();
  await main.getByText("63.03", { exact: true }).waitFor();
  await main.getByText(MARKUP).waitFor();
  await main.getByRole("link", { name: "Silent pump" }).waitFor();
  expect(await main.getByText(/secret ?key/i).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);

  await send(boiler.id, { supplyTemperature: 71 });
  await main.getByText("71", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

const TILES = "main a.mantine-Paper-root";
/** The tile that has the focus: its name, its ring, and the ground that the ring lies on; null where it is no tile. */
const FOCUSED_TILE = `(() => {
  const tile = document.activeElement;
  if (!tile.matches("${TILES}")) return null;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(tile);
  const ground = getComputedStyle(document.body).backgroundColor;
  return { name: tile.textContent, outlineStyle, outlineWidth, outlineColor, ground };
})()`;
/** Stops before and between the tiles. */
const OTHER_STOPS_MAX = 40;

interface FocusedTile {
  readonly name: string;
  readonly outlineStyle: string;
  readonly outlineWidth: string;
  readonly outlineColor: string;
  readonly ground: string;
}

describe("each tile of the overview that the tabulator key comes to has a ring that is seen", () => {
  test.each(["light", "dark"] as const)("%s", async (colorScheme) => {
    const tenant = await platform().createTenant();
    const customer = await tenant.createCustomer();
    for (const rest of [tenant.rest, platform().sysAdmin, customer.rest]) {
      const { page } = await openSignedIn(browser(), rest, "/overview");
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await page.locator(TILES).first().waitFor();
      const count = await page.locator(TILES).count();
      const met: FocusedTile[] = [];
      for (let presses = 0; presses < count + OTHER_STOPS_MAX && met.length < count; presses++) {
        await page.keyboard.press("Tab");
        const tile = await page.evaluate<FocusedTile | null>(FOCUSED_TILE);
        if (tile !== null) met.push(tile);
      }
      expect(new Set(met.map(({ name }) => name)).size).toBe(count);
      for (const { name, outlineStyle, outlineWidth, outlineColor, ground } of met) {
        expect([outlineStyle, outlineWidth], name).toEqual(["solid", "3px"]);
        expect(contrastOf(outlineColor, ground), name).toBeGreaterThanOrEqual(3);
      }
      await page.close();
    }
  });
});

test("a gateway shows which devices it has never connected, and one button lets what it sends connect them", async () => {
  const tenant = await platform().createTenant();
  const gateway = await connectGateway(platform(), { tenant, subscribe: [ATTRIBUTES] });
  const device = await gateway.knownDevice();
  const connected = await gateway.connectDevice();
  const { page, complaints } = await openSignedIn(
    browser(),
    tenant.rest,
    `/gateways/${gateway.gateway.id}?tab=devices`,
  );
  await page.getByRole("row", { name: device.name }).getByText("Never connected", { exact: true }).waitFor();
  await page.getByRole("row", { name: connected.name }).getByText("Connected", { exact: true }).waitFor();
  await page.getByText("Never connected: calls and shared attributes cannot be delivered").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("button", { name: "Connect the devices of the gateway" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText(`The devices of ${gateway.gateway.name} are connected with their next message.`).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await tenant.device(gateway.gateway.name)).toMatchObject({ additionalInfo: { connectOnUplink: true } });

  await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1 }] });
  await page.getByRole("button", { name: "Connect the devices of the gateway" }).waitFor({ state: "detached" });
  await page.getByRole("row", { name: device.name }).getByText("Connected", { exact: true }).waitFor();
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 21 });
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { target: 21 } });
  expect(complaints).toEqual([]);
});

test("gateways are listed with their state, and one tells its devices and why it was away", async () => {
  const tenant = await platform().createTenant();
  const gateway = await connectGateway(platform(), { tenant });
  const device = await gateway.connectDevice();
  const never = await tenant.createGateway();
  await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1, b: 2, c: 3 }] });
  platform().clock.advance(1_000);
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/gateways");
  await page.getByRole("row", { name: never.name }).getByText("Never connected").waitFor();
  await page.getByRole("row", { name: gateway.gateway.name }).getByText("Online", { exact: true }).waitFor();
  await page.getByRole("columnheader", { name: "Points per second" }).waitFor();
  await page.getByRole("row", { name: gateway.gateway.name }).getByText("0.05", { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByText("Offline", { exact: true }).first().click();
  await page.getByRole("link", { name: gateway.gateway.name }).waitFor({ state: "detached" });
  expect(page.url()).toContain("show=offline");
  await page.getByText("All", { exact: true }).click();

  await page.getByRole("link", { name: gateway.gateway.name }).click();
  await page.getByText("It has never disconnected.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("tab", { name: "Devices" }).click();
  await page.getByRole("row", { name: device.name }).getByText("Connected", { exact: true }).waitFor();
  expect(page.url()).toContain("tab=devices");

  await page.getByRole("tab", { name: "Own values" }).click();
  await page.getByText("No values of its own", { exact: true }).waitFor();
  expect(await page.getByText("Live", { exact: true }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "How to connect" }).count()).toBe(0);
  expect(await page.getByRole("searchbox").count()).toBe(0);
  await page.getByRole("link", { name: "Its devices’ values" }).click();
  await page.waitForURL(/tab=devices/);
  gateway.client.destroy();
  await page
    .getByRole("row", { name: device.name })
    .getByText(/Disconnected|Gateway offline/)
    .waitFor();
  await page.getByRole("tab", { name: "Traffic" }).click();
  await page.getByText("Reason", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test("messages appear as they come with what was refused and why, are narrowed, paused, and shown as text", async () => {
  const tenant = await platform().createTenant();
  const gateway = await connectGateway(platform(), { tenant });
  const path = `/gateways/${gateway.gateway.id}?tab=messages`;
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, path);
  await page.getByRole("heading", { name: "Waiting for messages" }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  const list = page.getByRole("list", { name: "Messages, the newest first" });
  const publish = async (topic: string, payload: unknown): Promise<number> => {
    const code = await gateway.publish(topic, payload);
    // What came within a moment is reported together.
    platform().clock.advance(300);
    return code;
  };

  await publish(TELEMETRY, { [gateway.newName()]: [{ note: MARKUP }] });
  await list.getByRole("listitem").filter({ hasText: "Stored" }).waitFor();
  expect(await publish(CONNECT, { wrong: 1 })).not.toBe(0);
  const refused = list.getByRole("listitem").filter({ hasText: "Refused" });
  await refused
    .getByText(/device/)
    .first()
    .waitFor();

  await list.getByRole("listitem").filter({ hasText: TELEMETRY }).getByRole("button").first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Payload" }).getByText(MARKUP.slice(0, 20)).waitFor();
  await page.getByText(/QoS 1 · 1 device · 1 value/).waitFor();
  expect(await page.title()).toContain(gateway.gateway.name);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("group").or(page.getByRole("radiogroup")).getByText("Refused", { exact: true }).click();
  await page.waitForURL(/kind=refused/);
  // The page follows its address.
  await expect.poll(() => list.getByRole("listitem").count()).toBe(1);
  await page.getByText("All", { exact: true }).click();

  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused", { exact: true }).waitFor();
  await publish(TELEMETRY, { [gateway.newName()]: [{ unseen: 1 }] });
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByText("Live", { exact: true }).waitFor();
  await vi.waitFor(
    async () => {
      await publish(TELEMETRY, { [gateway.newName()]: [{ seen: 1 }] });
      expect(await list.getByText('"seen"').count()).toBeGreaterThan(0);
    },
    { interval: 300 },
  );
  expect(await list.getByText('"unseen"').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("what could not be sent to a device that was never connected is shown with the reason", async () => {
  const tenant = await platform().createTenant();
  const gateway = await connectGateway(platform(), { tenant, subscribe: [ATTRIBUTES] });
  const device = await gateway.knownDevice();
  const path = `/gateways/${gateway.gateway.id}?tab=messages`;
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, path);
  await page.getByText("Live", { exact: true }).waitFor();
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 21 });
  platform().clock.advance(300);
  const unsent = page.getByRole("listitem").filter({ hasText: "Not sent" });
  await unsent.getByText(/but was never connected/).waitFor();
  expect(await unsent.getByText("Refused").count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

describe("refused messages", () => {
  test("are behind each count of them, with their reason, device and payload", async () => {
    const tenant = await platform().createTenant();
    const gateway = await connectGateway(platform(), { tenant });
    const device = await gateway.connectDevice();
    await gateway.publish(TELEMETRY, { [device.name]: MARKUP });
    await gateway.publish("v1/gateway/nonsense", { secretKey: "hunter2" });
    platform().clock.advance(1_000);
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/overview");
    await page.getByRole("link", { name: /^Refused messages 2 in the last hour/ }).focus();
    await page.keyboard.press("Enter");
    const rows = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Payload" }) });
    await expect.poll(() => rows.count()).toBe(2);
    await rows.first().getByRole("link", { name: gateway.gateway.name }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.goBack();
    // The first is that of the gateway, the last that of all gateways.
    await page.getByRole("link", { name: "Malformed messages: 1" }).last().click();
    await page.waitForURL(/reason=invalid/);
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByText(/the telemetry of a device must be an array/).waitFor();
    await page.getByRole("button", { name: "Payload" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Payload" }).getByText(MARKUP.slice(0, 20)).waitFor();
    await page.getByRole("button", { name: "Copy payload" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");

    await page.getByRole("row").getByRole("link", { name: device.name }).click();
    await page.getByRole("heading", { level: 1, name: device.name }).waitFor();
    await page.getByText("Last connected through").getByRole("link", { name: gateway.gateway.name }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Refused messages" }).click();
    await page.getByRole("heading", { level: 1, name: gateway.gateway.name }).waitFor();
    await page.getByText(`Device: ${device.name}`).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page
      .getByRole("row", { name: /nonsense/ })
      .getByRole("button", { name: "Payload" })
      .click();
    await page.getByRole("region", { name: "Payload" }).getByText("***").waitFor();
    expect(await page.getByText("hunter2").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("of the last hour are linked in the list, and a gateway shows what it has as a device", async () => {
    const tenant = await platform().createTenant();
    const gateway = await connectGateway(platform(), { tenant });
    const { id, name } = gateway.gateway;
    await tenant.saveAttributes(id, "SERVER_SCOPE", { firmware: "1.4" });
    await gateway.publish("v1/devices/me/telemetry", { uptime: 77 });
    await gateway.publish(TELEMETRY, "no json");
    platform().clock.advance(1_000);
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/gateways");
    await page.getByRole("link", { name: "1 refused in the last hour" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByText(/^The payload is not JSON/).waitFor();
    await page.getByRole("tab", { name: "Own values" }).click();
    await page.getByRole("row", { name: /uptime/ }).waitFor();
    await page.getByRole("tab", { name: "Attributes" }).click();
    await page.getByText("firmware").waitFor();
    await page.getByRole("tab", { name: "Details" }).click();
    await page.getByRole("textbox", { name: "Name" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("that say the same one after the other are one row, from which each can be opened", async () => {
    const tenant = await platform().createTenant();
    const gateway = await connectGateway(platform(), { tenant });
    const device = await gateway.connectDevice();
    for (const value of ["first", "second", "third"]) await gateway.publish(TELEMETRY, { [device.name]: value });
    await gateway.publish("v1/gateway/nonsense", {});
    platform().clock.advance(1_000);
    const { page, complaints } = await openSignedIn(
      browser(),
      tenant.rest,
      `/gateways/${gateway.gateway.id}?tab=refusals`,
    );
    const rows = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Payload" }) });
    await page.getByRole("row", { name: /nonsense/ }).waitFor();
    expect(await rows.count()).toBe(2);
    await page.getByText("4 refused messages", { exact: true }).waitFor();
    await page.getByRole("button", { name: "3 times in a row" }).focus();
    await page.keyboard.press("Enter");
    const earlier = page.getByRole("list", { name: "Earlier ones, the newest first" });
    await earlier.getByRole("button", { name: "Payload" }).last().click();
    await page.getByRole("region", { name: "Payload" }).getByText("first").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("are not offered to a user of a customer, who sees the name of a gateway that is theirs", async () => {
    const tenant = await platform().createTenant();
    const gateway = await connectGateway(platform(), { tenant });
    const [own, other] = [await gateway.connectDevice(), await gateway.connectDevice()];
    const customer = await tenant.createCustomer();
    await tenant.rest.post(`/api/customer/${customer.id}/device/${own.id}`, {});
    const { page, complaints } = await openSignedIn(browser(), customer.rest, `/devices/${own.id}`);
    await page.getByRole("heading", { level: 1, name: own.name }).waitFor();
    expect(await page.getByText("Last connected through").count()).toBe(0);
    await tenant.rest.post(`/api/customer/${customer.id}/device/${gateway.gateway.id}`, {});
    await page.reload();
    await page.getByText("Last connected through").getByRole("link", { name: gateway.gateway.name }).waitFor();
    expect(await page.getByRole("link", { name: "Refused messages" }).count()).toBe(0);
    expect(await page.getByText(other.name).count()).toBe(0);
    // The first look at the gateway was refused, which browsers note.
    expect(complaints.filter((complaint) => !complaint.includes("403"))).toEqual([]);
  });
});
