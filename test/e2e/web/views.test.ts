// Table views in Chromium: the list, a report as a chart and as a table, its download.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { TENANT_ADMIN } from "../../support/platform.ts";
import { text } from "../../support/rest-client.ts";

const platform = useTestPlatform();
const browser = useBrowser();
const HOSTILE = `<img src=x onerror="document.title='taken'">\u202Egnp`;
const T0 = 1_767_225_600_000;

afterEach(async () => {
  await closePages(browser());
});

async function openAt(path: string): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const page = await browser().newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const { anonymous } = platform();
  const pair = await anonymous.post("/api/auth/login", {
    username: TENANT_ADMIN.email,
    password: TENANT_ADMIN.password,
  });
  await page.goto(`${anonymous.baseUrl}/login`);
  await page.evaluate((session) => {
    localStorage.setItem("bridgehead.session", session);
  }, JSON.stringify(pair));
  await page.goto(`${anonymous.baseUrl}${path}`);
  return { page, complaints };
}

async function saveView(name: string): Promise<string> {
  const admin = await platform().anonymous.login(TENANT_ADMIN.email, TENANT_ADMIN.password);
  const device = await admin.post("/api/device", { name: `Meter ${randomUUID()}`, type: "default" });
  await admin.post(`/api/plugins/telemetry/DEVICE/${text(device, "id", "id")}/timeseries/ANY`, [
    { ts: T0, values: { power: 10, note: HOSTILE } },
    { ts: T0 + 3_600_000, values: { power: 32.5 } },
  ]);
  const { body } = await admin.request("POST", "/apiAnalytics/v1/views", {
    name,
    scope: { deviceIds: [text(device, "id", "id")] },
    timeRange: { type: "absolute", startTs: T0, endTs: T0 + 7_200_000, timezone: "UTC" },
    fields: [
      { id: "device", label: "Device", source: { type: "entity", field: "name" } },
      { id: "hour", label: "Hour", source: { type: "timeBucket", bucket: "hour" } },
      { id: "power", label: "Power", unit: "kW", source: { type: "telemetry", key: "power" } },
      {
        id: "note",
        label: "Note",
        source: { type: "telemetry", key: "note", cast: "text" },
        aggregation: { fn: "latest" },
      },
    ],
    visualization: { type: "line", x: "hour", y: ["power"], series: "device" },
  });
  return text(body, "id");
}

test("a view is found in the list, shown as a chart and as a table, and downloaded", async () => {
  await saveView("Power by hour");
  const { page, complaints } = await openAt("/views");

  await page.getByRole("link", { name: "Power by hour" }).click();
  await page.getByRole("img", { name: /^Chart of Power by hour/ }).waitFor();
  await page.getByText("Table", { exact: true }).click();
  await page.getByRole("cell", { name: "32.5" }).waitFor();
  const table = page.getByRole("table", { name: "rows of the report" });
  expect(await table.getByRole("columnheader").allTextContents()).toEqual(["Device", "Hour", "Power, kW", "Note"]);
  expect(new URL(page.url()).searchParams.get("as")).toBe("table");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toBe("Power by hour.csv");
  expect(complaints).toEqual([]);
});

test("hostile names and values show as text", async () => {
  const viewId = await saveView(HOSTILE);
  const { page } = await openAt(`/views/${viewId}?as=table`);

  await page.getByRole("heading", { name: HOSTILE }).waitFor();
  await page.getByRole("cell", { name: HOSTILE }).waitFor();
  expect(await page.title()).not.toBe("taken");
  expect(await page.locator("img[src=x]").count()).toBe(0);
});

test("a view that does not exist says so", async () => {
  const { page } = await openAt("/views/01a1fa40-1e87-72bc-8b63-a2f3d0b6dec1");

  await page.getByRole("alert").getByText("There is no such view").waitFor();
});
