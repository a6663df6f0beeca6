// Dashboards from templates in Chromium: what is asked has been guessed from what devices send, and the dashboard shows values.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { connectGateway, TELEMETRY, useTestPlatform } from "../../support/conformance.ts";
import { contrastOf } from "../../support/contrast.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { member, text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import type { TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
const browser = useBrowser();

let tenant: TestTenant;
let meter: string;

beforeAll(async () => {
  tenant = await platform().createTenant();
  meter = `Meter ${randomUUID()}`;
  await sending(
    { name: meter, type: "meter" },
    {
      ...{ power: 731.5, powerFactor: 0.9, energyWh: 12_000, state: "running" },
      ...{ latitude: 51.45, longitude: -2.59 },
    },
  );
  // Of the same profile, and sends nothing of its own: like a gateway.
  await tenant.createDevice({ name: `Silent ${randomUUID()}`, type: "meter" });
  await sending({ name: `Door ${randomUUID()}`, type: "door" }, { open: true });
});
afterEach(async () => {
  await closePages(browser());
});

async function sending(fields: { readonly name: string; readonly type: string }, values: object): Promise<void> {
  const { id } = await tenant.createDevice(fields);
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, values);
  platform().clock.advance(1_000);
}

async function openNew(by: TestTenant): Promise<Page> {
  const { page, complaints } = await openSignedIn(browser(), by.rest, "/dashboards");
  page.once("close", () => {
    // The names of views that a template has made before are taken.
    expect(complaints.filter((complaint) => !complaint.includes("status of 409"))).toEqual([]);
  });
  await page.getByRole("button", { name: "New dashboard" }).first().click();
  return page;
}

soakTest("no template of a dashboard or of a view is alone in the last row", async () => {
  const page = await openNew(tenant);
  const inLastRow = async (cards: string): Promise<number> =>
    await page.evaluate<number>(`(() => {
      const tops = [...document.querySelectorAll("${cards}")].map((card) => card.getBoundingClientRect().top);
      return tops.filter((top) => top === tops.at(-1)).length;
    })()`);
  const look = async (cards: string): Promise<void> => {
    for (const width of [700, 1000, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await inLastRow(cards), `${cards} at ${width}`).toBeGreaterThan(1);
    }
  };

  await page.getByRole("dialog").getByRole("radio").first().waitFor();
  await look("[role=dialog] [role=radio]");
  await page.goto(`${tenant.rest.baseUrl}/views/new`);
  await page.getByRole("link", { name: "Use template: Latest values" }).waitFor();
  await look("main li");
});

async function configurationAt(page: Page): Promise<unknown> {
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  return member(await tenant.rest.get(`/api/dashboard/${id}`), "configuration");
}

test("the energy template has found profile, keys and units, and shows the power of each meter", async () => {
  const page = await openNew(tenant);
  const dialog = page.getByRole("dialog", { name: "New dashboard" });
  await dialog.getByRole("radio", { name: "Energy" }).click();
  await dialog.getByRole("combobox", { name: "Devices" }).waitFor();
  expect(await dialog.getByRole("combobox", { name: "Devices" }).inputValue()).toBe("Profile: meter");
  expect(await dialog.getByRole("combobox", { name: "Power" }).inputValue()).toBe("power");
  expect(await dialog.getByRole("combobox", { name: "Energy counter" }).inputValue()).toBe("energyWh");
  expect(await dialog.getByLabel("Unit of: Energy counter").inputValue()).toBe("Wh");
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create dashboard" }).click();

  await page.getByRole("heading", { name: "Energy", level: 1 }).waitFor();
  await page.getByRole("region", { name: "Power now" }).getByText("732").or(page.getByText("731.5")).first().waitFor();
  await page.getByRole("cell", { name: meter }).waitFor();
  expect(await page.getByRole("cell", { name: /^Door/ }).count()).toBe(0);
  expect(
    await page
      .getByRole("region")
      .getByText(/^Silent/)
      .count(),
  ).toBe(0);
  await page.getByRole("group", { name: /^Map\. Press/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

soakTest("a dashboard is made of a template also where it cannot be found out since when devices send", async () => {
  const page = await openNew(tenant);
  await page.route(
    "**/api/plugins/telemetry/DEVICE/*/values/timeseries*",
    (route) => route.fulfill({ status: 429, json: { status: 429, message: "Too many requests" } }),
    { times: 1 },
  );
  const dialog = page.getByRole("dialog", { name: "New dashboard" });
  await dialog.getByRole("radio", { name: "Energy" }).click();
  await dialog.getByRole("button", { name: "Create dashboard" }).click();
  await page.getByRole("heading", { name: "Energy", level: 1 }).waitFor();
  expect(member(await configurationAt(page), "timeRange", "preset")).toBe("last24Hours");
});

soakTest("another profile has other keys, what is left out has no panel, and the title is one's own", async () => {
  const page = await openNew(tenant);
  const dialog = page.getByRole("dialog", { name: "New dashboard" });
  await dialog.getByRole("radio", { name: "Machine" }).click();
  await dialog.getByRole("combobox", { name: "Devices" }).click();
  await page.getByRole("option", { name: "door" }).click();
  await dialog.getByText("None of these devices has sent such a value yet.").waitFor();
  await dialog.getByRole("button", { name: "Create dashboard" }).click();
  await dialog.getByText("Choose at least one value.").waitFor();

  await dialog.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "open" }).click();
  await dialog.getByLabel("Title").fill("Doors of the plant");
  await dialog.getByRole("button", { name: "Create dashboard" }).click();

  await page.getByRole("heading", { name: "Doors of the plant", level: 1 }).waitFor();
  await page.getByRole("cell", { name: /^Door/ }).waitFor();
  expect(await configurationAt(page)).toMatchObject({
    panels: [
      { kind: "stateTimeline", source: { keys: ["open"] } },
      { kind: "table", source: { keys: ["open"], filter: { type: "deviceType", deviceTypes: ["door"] } } },
    ],
  });
});

test("the template for gateways asks nothing, and shows gateways with their devices in views that it has made", async () => {
  const plant = await platform().createTenant();
  const gateway = await connectGateway(platform(), { tenant: plant });
  await gateway.publish(TELEMETRY, { "Valve 1": [{ open: 1 }] });
  await plant.createDevice({ name: "Silent valve" });
  const page = await openNew(plant);
  const dialog = page.getByRole("dialog", { name: "New dashboard" });
  await dialog.getByRole("radio", { name: "Fleet of gateways" }).click();
  await dialog.getByRole("button", { name: "Create dashboard" }).click();

  await page.getByRole("heading", { name: "Fleet of gateways", level: 1 }).waitFor();
  const gateways = page.getByRole("region", { name: "Gateways", exact: true });
  await gateways.getByRole("row", { name: new RegExp(`${gateway.gateway.name}.*1$`) }).waitFor();
  const silent = page.getByRole("region", { name: "Silent devices" });
  await silent.getByRole("cell", { name: "Silent valve" }).waitFor();
  expect(await silent.getByRole("cell", { name: "Valve 1" }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);

  // A second one has views of its own.
  await page.goto(`${plant.rest.baseUrl}/dashboards?new=gateways`);
  await dialog.getByRole("button", { name: "Create dashboard" }).click();
  await page.getByRole("button", { name: "More actions" }).waitFor();
  await silent.getByRole("cell", { name: "Silent valve" }).waitFor();
  const views = member(await plant.rest.get("/apiAnalytics/v1/views?page=0&pageSize=10"), "data") as readonly unknown[];
  expect(views.map((view) => text(view, "name")).toSorted()).toEqual(
    ["Devices by gateway, active or not", "Gateways", "Silent devices, the longest silent first"].flatMap((name) => [
      name,
      `${name} 2`,
    ]),
  );
});

test.each([
  ["lastHour", 5 * 60_000],
  ["last24Hours", 5 * 3_600_000],
])("a template begins with the range %s over devices that have sent for %d milliseconds", async (preset, millis) => {
  const plant = await platform().createTenant();
  const { id } = await plant.createDevice({ name: "Boiler", type: "boiler" });
  for (const ts of [Date.now() - millis, Date.now() - 60_000])
    await plant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { ts, values: { temperature: 60 } });
  const page = await openNew(plant);
  const dialog = page.getByRole("dialog", { name: "New dashboard" });
  await dialog.getByRole("radio", { name: "Building" }).click();
  await dialog.getByRole("combobox", { name: "Devices" }).waitFor();
  await dialog.getByRole("button", { name: "Create dashboard" }).click();
  await page.getByRole("heading", { name: "Building", level: 1 }).waitFor();
  const dashboardId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const configuration = member(await plant.rest.get(`/api/dashboard/${dashboardId}`), "configuration");
  expect(configuration).toMatchObject({ timeRange: { preset } });
  // What shows a day has one of its own.
  const panels = member(configuration, "panels") as readonly object[];
  const ofDay = panels.find((panel) => member(panel, "kind") === "heatMap");
  expect(member(ofDay, "overrides", "timeRange")).toEqual(
    preset === "lastHour" ? expect.objectContaining({ preset: "last24Hours" }) : null,
  );
});

soakTest("a tenant whose devices have sent nothing is told so, and begins with an empty dashboard", async () => {
  const page = await openNew(await platform().createTenant());
  const dialog = page.getByRole("dialog", { name: "New dashboard" });
  await dialog.getByRole("radio", { name: "Building" }).click();
  await dialog.getByText("None of these devices has sent such a value yet.").waitFor();
  await dialog.getByRole("radio", { name: "Empty" }).click();
  await dialog.getByLabel("Title").fill("Later");
  await dialog.getByRole("button", { name: "Create dashboard" }).click();
  await page.getByRole("heading", { name: "Edit Later" }).waitFor();
});

soakTest("views of a dashboard that is refused do not stay", async () => {
  const small = await platform().createTenant({ maxDashboards: 1 });
  await small.rest.post("/api/dashboard", { title: "The only one" });
  const page = await openNew(small);
  const dialog = page.getByRole("dialog", { name: "New dashboard" });
  await dialog.getByRole("radio", { name: "Fleet of gateways" }).click();
  await dialog.getByRole("button", { name: "Create dashboard" }).click();
  await dialog.getByText("It was not saved").waitFor();
  const views = await small.rest.get("/apiAnalytics/v1/views?page=0&pageSize=10");
  expect(member(views, "totalElements")).toBe(0);
});

test.each(["light", "dark"] as const)(
  "what is chosen and the field in use are seen in the %s scheme",
  async (colorScheme) => {
    const page = await openNew(tenant);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    const dialog = page.getByRole("dialog", { name: "New dashboard" });
    await dialog.getByRole("textbox").first().focus();
    const [chosen = "", other = "", field = "", ground = ""] = await page.evaluate<readonly string[]>(`(() => {
    const edge = (shown) => getComputedStyle(shown).borderTopColor;
    const cards = ["[data-checked]", ":not([data-checked])"].map((which) =>
      document.querySelector(".mantine-RadioCard-card" + which));
    const focused = document.activeElement;
    return [...cards, focused].map(edge).concat(getComputedStyle(focused).backgroundColor);
  })()`);
    expect(chosen).not.toBe(other);
    for (const color of [chosen, field]) expect(contrastOf(color, ground)).toBeGreaterThanOrEqual(4.5);
  },
);
