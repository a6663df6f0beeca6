// Language, time zone and form of numbers in Chromium: as the browser has them, and as a user chooses them in the account.
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { createView } from "../../support/analytics-tenant.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { member, text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import { PASSWORD, type TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
const browser = useBrowser();

/** Midnight in London, nine in the morning in Tokyo. */
const T0 = Date.parse("2026-01-01T00:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Of the test that runs. */
let contexts: BrowserContext[] = [];

afterEach(async () => {
  await closePages(browser());
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
});

/** Another browser, which has kept nothing. */
async function otherBrowser(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = (await browser().browser()?.newContext(options)) ?? expect.fail("no browser");
  // As long as that of the others.
  context.setDefaultTimeout(60_000);
  contexts.push(context);
  return context;
}

async function signIn(context: BrowserContext, email: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(platform().anonymous.baseUrl);
  await page.locator("input[type=email]").fill(email);
  await page.locator("input[type=password]").fill(PASSWORD);
  await page.keyboard.press("Enter");
  return page;
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Keeps the texts that the page draws, which are nowhere else. */
const NOTE_DRAWN = `
  window.drawn = [];
  const fill = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    window.drawn.push(text);
    return fill.call(this, text, ...rest);
  };`;

function drawnIn(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>("window.drawn");
}

async function deviceOfThreeHours(tenant: TestTenant): Promise<string> {
  const { id } = await tenant.createDevice();
  const points = [0, 1, 2, 3].map((hour) => ({ ts: T0 + hour * HOUR, values: { level: 1_234.5 + hour } }));
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, points);
  return id;
}

test("before anybody has signed in, the language is the browser's", async () => {
  const german = await (await otherBrowser({ locale: "de-DE" })).newPage();
  await german.goto(platform().anonymous.baseUrl);
  await german.getByRole("heading", { name: "Anmelden" }).waitFor();
  expect(await german.locator("html").getAttribute("lang")).toBe("de");

  const french = await (await otherBrowser({ locale: "fr-FR" })).newPage();
  await french.goto(platform().anonymous.baseUrl);
  await french.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("a language that a user chooses is that of every browser in which the user signs in, until the user signs out", async () => {
  const tenant = await platform().createTenant();
  const email = `${tenant.uniqueName("reader")}@example.com`;
  const user = await tenant.createUser({ email, authority: "TENANT_ADMIN" });
  const { page, complaints } = await openSignedIn(browser(), user, "/account");
  await choose(page, "Language", "Deutsch");
  await page.getByRole("button", { name: "Save language and region" }).click();
  await page.getByRole("heading", { level: 1, name: "Konto" }).waitFor();
  await page
    .getByRole("navigation", { name: "Hauptmenü" })
    .getByRole("link", { name: "Geräte", exact: true })
    .waitFor();
  expect(await page.getByRole("combobox", { name: "Sprache" }).inputValue()).toBe("Deutsch");
  expect(member(await user.get("/api/user/settings"), "region")).toEqual({
    ...{ language: "de", timeZone: null, numbers: null },
  });
  expect(await accessibilityProblems(page)).toEqual([]);

  const elsewhere = await signIn(await otherBrowser({ locale: "en-US" }), email);
  let loads = 0;
  elsewhere.on("load", () => loads++);
  await elsewhere.getByRole("navigation", { name: "Hauptmenü" }).waitFor();
  await elsewhere.getByRole("button", { name: `Konto von ${email}` }).click();
  expect(loads).toBe(1);
  await elsewhere.getByRole("menuitem", { name: "Abmelden" }).click();
  await elsewhere.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await elsewhere.locator("html").getAttribute("lang")).toBe("en");
  expect(complaints).toEqual([]);
});

soakTest("another user at the same browser finds the browser's own language again", async () => {
  const tenant = await platform().createTenant();
  const [one, other] = [tenant.uniqueName("one"), tenant.uniqueName("other")].map((name) => `${name}@example.com`);
  if (one === undefined || other === undefined) throw new Error("no addresses");
  const reader = await tenant.createUser({ email: one, authority: "TENANT_ADMIN" });
  await reader.request("PUT", "/api/user/settings", { region: { language: "de" } });
  const second = await tenant.createUser({ email: other, authority: "TENANT_ADMIN" });
  const context = await otherBrowser({ locale: "en-US" });
  const page = await signIn(context, one);
  await page.getByRole("navigation", { name: "Hauptmenü" }).waitFor();

  // The session of another tab becomes that of all of them.
  const { page: tab } = await openSignedIn(context, second, "/account");
  await tab.getByRole("heading", { level: 1, name: "Account" }).waitFor();
});

test("a chosen time zone and form of numbers are those of the charts, tables and values of a device and of reports", async () => {
  const tenant = await platform().createTenant();
  const id = await deviceOfThreeHours(tenant);
  const context = await otherBrowser({ locale: "en-US", timezoneId: "Europe/London" });
  await context.addInitScript(NOTE_DRAWN);
  const chart = `/devices/${id}?tab=charts&keys=level&start=${T0}&end=${T0 + 3 * HOUR}`;
  const { page, complaints } = await openSignedIn(context, tenant.rest, chart);
  const level = page.getByRole("button", { name: /level/ });
  await level.getByText("1,236.5").waitFor();
  await expect.poll(() => drawnIn(page)).toContainEqual(expect.stringMatching(/^12:30.AM$/));

  await page.goto(`${platform().anonymous.baseUrl}/account`);
  await page.getByRole("combobox", { name: "Time zone" }).fill("tokyo");
  await page.getByRole("option", { name: "Asia/Tokyo" }).click();
  await choose(page, "Numbers", "1.234,5");
  await page.getByRole("button", { name: "Save language and region" }).click();
  await expect.poll(() => page.evaluate(`localStorage.getItem("bridgehead.region")`)).toContain("Asia/Tokyo");

  await page.goto(`${platform().anonymous.baseUrl}${chart}`);
  await level.getByText("1.236,5").waitFor();
  await expect.poll(() => drawnIn(page)).toContainEqual(expect.stringMatching(/^9:30.AM$/));
  expect(await drawnIn(page)).not.toContainEqual(expect.stringMatching(/^12:30.AM$/));

  const { body: view } = await tenant.rest.request("POST", "/apiAnalytics/v1/views", {
    name: "Hours",
    scope: { deviceIds: [id] },
    timeRange: { type: "absolute", startTs: T0, endTs: T0 + 4 * HOUR, timezone: "UTC" },
    fields: [
      { id: "hour", label: "Hour", source: { type: "timeBucket", bucket: "hour" } },
      { id: "level", label: "Level", source: { type: "telemetry", key: "level" }, aggregation: { fn: "avg" } },
    ],
    visualization: { type: "line", x: "hour", y: ["level"] },
  });
  await page.goto(`${platform().anonymous.baseUrl}/views/${text(view, "id")}`);
  await expect.poll(() => drawnIn(page)).toContainEqual(expect.stringMatching(/^9:30.AM$/));
  expect(await drawnIn(page)).toContain("1.236");
  await closerOnChart(page);
  await expect.poll(() => drawnIn(page)).toContainEqual(expect.stringMatching(/^\d{1,2}:[0-5]5.[AP]M$/));
  await page
    .getByRole("tab", { name: "Table" })
    .or(page.getByText("Table", { exact: true }))
    .first()
    .click();
  await page.getByRole("row", { name: /9:00:00.AM.*1\.234,5/ }).waitFor();
  expect(complaints).toEqual([]);
});

/** By the wheel with a key, as on a map. */
async function closerOnChart(page: Page): Promise<void> {
  const box = await page.locator("main canvas").first().boundingBox();
  if (box === null) throw new Error("the chart is not to be seen");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.down("Control");
  for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -120);
  await page.keyboard.up("Control");
}

soakTest(
  "where the platform has another choice than the browser, the page is loaded once more, and never again",
  async () => {
    const tenant = await platform().createTenant();
    await tenant.rest.request("PUT", "/api/user/settings", { region: { language: "de", timeZone: "Mars/Olympus" } });
    const { page, complaints } = await openSignedIn(await otherBrowser({ locale: "en-US" }), tenant.rest, "/devices");
    let loads = 0;
    page.on("load", () => loads++);
    await page.getByRole("navigation", { name: "Hauptmenü" }).waitFor();
    await page.getByRole("link", { name: "Konto", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Konto" }).waitFor();
    expect(loads).toBeLessThanOrEqual(1);
    expect(complaints).toEqual([]);
  },
);

soakTest("what the editor of views names is in the language of the user who makes the view", async () => {
  const tenant = await platform().createTenant();
  const device = await deviceOfThreeHours(tenant);
  const { body: view } = await tenant.rest.request("POST", "/apiAnalytics/v1/views", {
    name: "Pegel",
    scope: { deviceIds: [device] },
    timeRange: { type: "absolute", startTs: T0 + HOUR, endTs: T0 + 3 * HOUR, timezone: "UTC" },
    fields: [
      { id: "device", label: "Gerät", source: { type: "entity", field: "name" } },
      { id: "level", label: "Pegel", source: { type: "telemetry", key: "level" }, aggregation: { fn: "avg" } },
    ],
  });
  const german = await otherBrowser({ locale: "de-DE" });
  const editor = `/views/${text(view, "id")}/edit?part=rows`;
  const { page, complaints } = await openSignedIn(german, tenant.rest, editor);
  await page.getByRole("button", { name: "Vergleich" }).click();
  await page.getByRole("checkbox", { name: "Mit einem früheren Zeitraum vergleichen" }).check();
  await page.getByRole("columnheader", { name: "Pegel (vorheriger Zeitraum)" }).waitFor();
  await page.getByRole("textbox", { name: "Zusatz der Überschrift: Änderung in Prozent" }).fill("Prozent");
  await choose(page, "Zeitraum", "Vortag");
  await page.getByRole("columnheader", { name: "Pegel (Vortag)" }).waitFor();
  await page.getByRole("columnheader", { name: "Pegel (Prozent)" }).waitFor();
  await page.getByRole("button", { name: "Größte Gruppen" }).click();
  await page.getByRole("checkbox", { name: "Nur die größten Gruppen" }).check();
  // On a busy machine, the page shows it a moment after the click.
  const others = page.getByRole("checkbox", { name: "Eine Zeile für alle übrigen" });
  await others.click();
  await expect.poll(() => others.isChecked()).toBe(true);
  expect(await page.getByRole("textbox", { name: "Ihre Beschriftung" }).inputValue()).toBe("Alle übrigen");
  expect(complaints).toEqual([]);
});

soakTest(
  "fields of numbers have the decimals of the user, also when they are left, and take a point as well",
  async () => {
    const tenant = await platform().createTenant();
    const gateway = await tenant.createGateway();
    const german = await otherBrowser({ locale: "de-DE" });
    const { page, complaints } = await openSignedIn(
      german,
      tenant.rest,
      `/start?gateway=${gateway.id}&send=continuous`,
    );
    const latitude = page.getByRole("textbox", { name: "Breitengrad" });
    await latitude.pressSequentially("51,05");
    const longitude = page.getByRole("textbox", { name: "Längengrad" });
    await longitude.pressSequentially("-0.05");
    await longitude.blur();
    expect(await latitude.inputValue()).toBe("51,05");
    expect(await longitude.inputValue()).toBe("-0,05");
    // Programs have points in all countries.
    await page.getByText("51.05 + 0.01 * sin(t / 3)").first().waitFor();
    await page.getByText("-0.05 + 0.016 * cos(t / 3)").first().waitFor();
    expect(complaints).toEqual([]);
  },
);

test("a German reads in German why a request was refused, with the platform's own text as the detail", async () => {
  const tenant = await platform().createTenant();
  const { id } = await tenant.createGateway();
  const german = await otherBrowser({ locale: "de-DE" });
  const refusal = { status: 403, errorCode: 20, message: "the gateway is not yours", timestamp: T0 };
  await german.route(`**/api/gateways/${id}`, (route) => route.fulfill({ status: 403, json: refusal }));
  const { page } = await openSignedIn(german, tenant.rest, `/gateways/${id}`);
  const alert = page.getByRole("alert");
  await alert.getByText("Das darf dieser Benutzer nicht.").waitFor();
  await alert.locator("[lang=en]", { hasText: "The gateway is not yours." }).waitFor();
});

test("a German with a wrong password reads so in German", async () => {
  const page = await (await otherBrowser({ locale: "de-DE" })).newPage();
  await page.goto(platform().anonymous.baseUrl);
  await page.locator("input[type=email]").fill("nobody@example.com");
  await page.locator("input[type=password]").fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("Die Anmeldedaten stimmen nicht.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("a German reads in German why a gateway disconnected", async () => {
  const tenant = await platform().createTenant();
  const gateway = await tenant.createGateway();
  const session = await platform().connect(gateway.token, 5);
  await session.disconnect();
  await platform().until(
    () => tenant.rest.get(`/api/gateways/${gateway.id}`),
    (shown) => member(shown, "lastEnd") !== null,
  );
  const german = await otherBrowser({ locale: "de-DE" });
  const { page } = await openSignedIn(german, tenant.rest, `/gateways/${gateway.id}`);
  await page.getByText("Ordnungsgemäß getrennt").waitFor();
});

test("what the platform tells is said in the language of the reader: a taken name, a finding, and a warning about a report", async () => {
  const tenant = await platform().createTenant();
  const { id, name } = await tenant.createDevice();
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { ts: T0, values: { state: "on" } });
  const german = await otherBrowser({ locale: "de-DE" });

  const { page: form } = await openSignedIn(german, tenant.rest, "/devices?dialog=create");
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("button", { name: "Gerät anlegen" }).click();
  await form.getByText(`Der Wert „${name}“ ist bereits vergeben.`).waitFor();

  const source = { type: "telemetry", key: "state" };
  const view = await createView(tenant.rest, {
    name: "States",
    fields: [
      { id: "device", label: "Device", kind: "dimension", source: { type: "entity", field: "name" } },
      { id: "state", label: "State", dataType: "number", kind: "measure", source, aggregation: { fn: "latest" } },
    ],
  });
  const { page: report } = await openSignedIn(german, tenant.rest, `/views/${view}?from=${T0}&to=${T0 + HOUR}`);
  await report
    .getByText("Die Spalte „State“ ist als Zahl deklariert; 1 Wert hat einen anderen Typ und fehlt.")
    .waitFor();

  const { page: health, complaints } = await openSignedIn(german, platform().sysAdmin, "/health");
  await health.getByText(/^In den Einstellungen stehen noch anfängliche Passwörter: /).waitFor();
  await health
    .getByText("Entfernen Sie sie aus den Einstellungen und aus der Umgebung: Nur der erste Start braucht sie.")
    .waitFor();
  expect(await accessibilityProblems(health)).toEqual([]);
  expect(complaints).toEqual([]);
});
