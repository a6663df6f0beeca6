// The page of a view in the browser: what its address says, filters, the table and the picture, files, reports in the
// background, share links, the call for programs, and what is said when there is no report.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { millis } from "../../../src/lib/clock.ts";
import { AnalyticsClient, type SavedView } from "../../support/analytics-client.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { TENANT_ADMIN } from "../../support/platform.ts";
import { text, type RestClient } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import type { TestCustomer } from "../../support/tenant.ts";

// Links end by the clock of the platform, and are made by that of the browser.
const platform = useTestPlatform({ clock: new ManualClock(millis(Date.now())) });
const browser = useBrowser();
const T0 = 1_767_225_600_000;
const HOUR = 3_600_000;
const HOSTILE = `<img src=x onerror="document.title='taken'">\u202Egnp`;
const BUILDING = { type: "attribute", scope: "server", key: "building" } as const;

let admin: AnalyticsClient;
let customer: TestCustomer;
let view: SavedView;

afterEach(async () => {
  await closePages(browser());
});

beforeAll(async () => {
  browser().setDefaultTimeout(60_000);
  const { tenant } = platform();
  admin = new AnalyticsClient(tenant.rest);
  customer = await tenant.createCustomer();
  const meters = [
    { name: "Meter A", building: "North", kwh: [10, 30], customerId: undefined },
    { name: "Meter B", building: "South", kwh: [200], customerId: customer.id },
    { name: "Meter C", building: "O'Hara's", kwh: [7], customerId: undefined },
  ];
  const deviceIds: string[] = [];
  for (const { name, building, kwh, customerId } of meters) {
    const { id } = await tenant.createDevice({ name, ...(customerId === undefined ? {} : { customerId }) });
    await tenant.saveAttributes(id, "SERVER_SCOPE", { building });
    await tenant.rest.post(
      `/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`,
      kwh.map((value, hour) => ({ ts: T0 + hour * HOUR, values: { kwh: value } })),
    );
    deviceIds.push(id);
  }
  view = await admin.create({
    ...{ name: "Energy by building", sharing: { visibility: "customers", allCustomers: true } },
    scope: { deviceIds },
    timeRange: { type: "absolute", startTs: T0, endTs: T0 + 2 * HOUR, timezone: "UTC" },
    fields: [
      { id: "building", label: "Building", source: BUILDING },
      {
        id: "kwh",
        label: "Energy",
        unit: "kWh",
        source: { type: "telemetry", key: "kwh" },
        aggregation: { fn: "sum" },
      },
      { id: "temp", label: "Temperature", source: { type: "telemetry", key: "temp" } },
    ],
    filters: [
      { name: "building", label: "Building", target: BUILDING },
      { name: "least", label: "Energy", target: { field: "kwh" }, operator: "gte", values: [] },
    ],
    grouping: { totals: "grand" },
  });
});

const pathOf = (query = "", { id }: SavedView = view): string => `/views/${id}${query}`;

async function open(path: string, rest: RestClient = admin.rest): Promise<Page> {
  return (await openSignedIn(browser(), rest, path)).page;
}

const tableOf = (page: Page): Locator => page.getByRole("table", { name: "rows of the report" });

/** The cells of the body, row by row. */
async function rowsOf(page: Page): Promise<readonly (readonly string[])[]> {
  await tableOf(page).locator("tbody td").first().waitFor();
  const rows = await tableOf(page).locator("tbody tr").all();
  return await Promise.all(rows.map((row) => row.getByRole("cell").allTextContents()));
}

function parameter(page: Page, name: string): string | null {
  return new URL(page.url()).searchParams.get(name);
}

test("a view runs as its address says, and filters are entered with the values that devices have", async () => {
  const { page, complaints } = await openSignedIn(
    browser(),
    admin.rest,
    pathOf(`?f.building=North&from=${String(T0 + 1)}`),
  );
  await expect.poll(() => rowsOf(page)).toEqual([["North", "30", "–"]]);
  await page.getByText("time zone UTC").waitFor();
  await page.getByText(/computed from \d values of 1 device in/).waitFor();

  await page.getByRole("button", { name: "As saved" }).click();
  await expect.poll(async () => (await rowsOf(page)).length).toBe(3);
  expect(new URL(page.url()).search).toBe("");

  await page.getByRole("combobox", { name: "Building" }).click();
  await page.getByRole("option", { name: /^South/ }).click();
  await expect.poll(() => rowsOf(page)).toEqual([["South", "200", "–"]]);
  expect(parameter(page, "f.building")).toBe("South");

  await page.getByRole("button", { name: "As saved" }).click();
  await page.getByLabel("Energy at least").fill("30");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await rowsOf(page)).map(([building]) => building)).toEqual(["North", "South"]);
  expect(parameter(page, "f.least")).toBe("30");

  await page.getByRole("combobox", { name: "Range" }).click();
  await page.getByRole("option", { name: "Last hour" }).click();
  await page.getByText("The report has no rows").waitFor();
  expect(parameter(page, "last")).toBe("1h");
  expect(complaints).toEqual([]);
});

test("rows are sorted by any column, by keyboard too; figures stand to the right, and totals below", async () => {
  const page = await open(pathOf());
  await expect
    .poll(async () => (await rowsOf(page)).map(([building]) => building))
    .toEqual(["North", "O'Hara's", "South"]);
  await page.getByRole("columnheader", { name: "Energy, kWh" }).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await rowsOf(page)).map(([, kwh]) => kwh)).toEqual(["7", "40", "200"]);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await rowsOf(page)).map(([, kwh]) => kwh)).toEqual(["200", "40", "7"]);
  expect([parameter(page, "sort"), parameter(page, "order")]).toEqual(["kwh", "DESC"]);
  expect(await tableOf(page).locator("tfoot td").allTextContents()).toEqual(["Total", "247", ""]);
  const aligned = await page.evaluate<string>(
    "getComputedStyle([...document.querySelectorAll('tbody td')].find((cell) => cell.textContent === '200')).textAlign",
  );
  expect(aligned).toBe("right");

  await page.getByText("Chart", { exact: true }).click();
  await page.getByRole("img", { name: /^Chart of Energy by building/ }).waitFor();
  expect(parameter(page, "as")).toBe("chart");
});

test("a user of a customer sees the figures of that customer's devices, and nothing to share or edit", async () => {
  const page = await open(pathOf(), customer.rest);
  await expect.poll(() => rowsOf(page)).toEqual([["South", "200", "–"]]);
  expect(await tableOf(page).locator("tfoot td").allTextContents()).toEqual(["Total", "200", ""]);
  await page.getByText(/time zone UTC\.$/).waitFor();
  await page.getByRole("combobox", { name: "Building" }).click();
  await page.getByRole("option", { name: /^South/ }).waitFor();
  expect(await page.getByRole("option", { name: /^North/ }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Share" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Edit" }).count()).toBe(0);
});

soakTest("a report that is cut says so, and sorting it begins with the first of all rows", async () => {
  const cut = await admin.create({ ...definitionOf(view), name: "Cut", limit: { rows: 1 } });
  const page = await open(pathOf("", cut));
  await page.getByRole("alert").getByText("The report is incomplete").waitFor();
  await page.getByText("It has more rows than its limit of 1.").waitFor();
  await expect.poll(() => rowsOf(page)).toEqual([["North", "40", "–"]]);
  await page.getByRole("columnheader", { name: "Energy, kWh" }).getByRole("button").click();
  await expect.poll(() => rowsOf(page)).toEqual([["O'Hara's", "7", "–"]]);
});

soakTest("ten thousand rows and more are paged, and the last page is there at once", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const points = Array.from({ length: 12_000 }, (_, second) => ({ ts: T0 + second * 100, values: { load: second } }));
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, points);
  const many = await admin.create({
    ...{ name: "Many rows", grouping: { mode: "raw" }, limit: { rows: 20_000 }, scope: { deviceIds: [id] } },
    timeRange: { type: "absolute", startTs: T0, endTs: T0 + HOUR, timezone: "UTC" },
    fields: [
      { id: "at", label: "Time", source: { type: "timestamp" } },
      { id: "load", label: "Load", source: { type: "telemetry", key: "load" } },
    ],
  });
  const page = await open(pathOf("?as=table&page=600", many));
  await page.getByText("11,981–12,000 of 12,000").waitFor();
  await page.getByRole("cell", { name: "11,999" }).waitFor();
  expect(await tableOf(page).locator("tbody tr").count()).toBe(20);
  expect(await page.locator("time").first().getAttribute("datetime")).toBe(new Date(T0 + 11_980 * 100).toISOString());
});

/** What can be saved again of what was read. */
function definitionOf(saved: SavedView): Record<string, unknown> {
  const { id, revision, owner, createdTime, updatedTime, updatedBy, links, ...definition } = saved;
  return definition;
}

test("the commands for programs work as they are typed", async () => {
  const page = await open(pathOf(`?f.building=${encodeURIComponent("O'Hara's")}`));
  await expect.poll(() => rowsOf(page)).toEqual([["O'Hara's", "7", "–"]]);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "API call" }).click();
  const dialog = page.getByRole("dialog", { name: "API call" });
  const command = dialog.locator("pre");
  expect(await dialog.getByText(view.links.editor, { exact: true }).count()).toBe(1);

  const login = await command.innerText();
  const typed = login.replace("YOUR_EMAIL", TENANT_ADMIN.email).replace("YOUR_PASSWORD", TENANT_ADMIN.password);
  expect(JSON.parse(await shell(typed))).toEqual({
    columnLabels: ["Building", "Energy", "Temperature"],
    dataTable: [{ Building: "O'Hara's", Energy: 7, Temperature: "" }],
  });

  await dialog.getByText("Typed data, with an API key").click();
  const user = text(await admin.rest.get("/api/auth/user"), "id", "id");
  const key = await admin.rest.post("/api/apiKey", {
    ...{ userId: { entityType: "USER", id: user }, description: "For a program", enabled: true, expirationTime: 0 },
  });
  const answer = JSON.parse(await shell((await command.innerText()).replace("YOUR_API_KEY", text(key, "value"))));
  expect(answer).toMatchObject({ rows: [["O'Hara's", 7, null]] });
  expect(await accessibilityProblems(page)).toEqual([]);
});

async function shell(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-c", command], { timeout: 30_000 });
  return stdout;
}

test("files come in four formats, and a report in the background is found again and fetched later", async () => {
  const page = await open(pathOf());
  await expect.poll(async () => (await rowsOf(page)).length).toBe(3);
  for (const [label, name] of [
    ["CSV", "Energy by building.csv"],
    ["Spreadsheet (XLSX)", "Energy by building.xlsx"],
    ["Parquet", "Energy by building.parquet"],
    ["JSON Lines (NDJSON)", "Energy by building.ndjson"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    await page.getByRole("menuitem", { name: label }).click();
    expect((await download).suggestedFilename()).toBe(name);
  }

  await openBackground(page);
  await page.getByRole("button", { name: "Run in the background" }).click();
  await page.getByRole("menuitem", { name: "CSV" }).click();
  await page.getByText("Done", { exact: true }).waitFor();

  await page.reload();
  await openBackground(page);
  const dialog = page.getByRole("dialog", { name: "Background reports" });
  await dialog.getByText("3 rows,").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("Energy by building.csv");
  await dialog.getByRole("button", { name: "Remove the report" }).click();
  await dialog.getByText("No reports yet").waitFor();
});

async function openBackground(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Background reports" }).click();
}

test("a share link is made with fixed filters and sites, shown once, listed and revoked", async () => {
  const page = await open(pathOf("?f.building=North"));
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("No links yet").waitFor();
  await page.getByRole("button", { name: "New link" }).click();
  await page.getByLabel("Name").fill("Screen in the lobby");
  expect(await page.getByRole("checkbox", { name: "Fix Building" }).isChecked()).toBe(true);
  await page.getByRole("combobox", { name: "Sites that may embed it" }).fill("https://www.example.com");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByText("Copy it now").waitFor();
  const address = await page.getByRole("dialog").locator("pre").first().innerText();
  expect(await page.getByRole("dialog").locator("pre").nth(1).innerText()).toContain(`<iframe src="${address}"`);
  expect(await accessibilityProblems(page)).toEqual([]);

  const bearer = await browser().newPage();
  await bearer.goto(address);
  await expect.poll(() => rowsOf(bearer)).toEqual([["North", "40", "–"]]);

  await page.getByRole("button", { name: "Done" }).click();
  const link = page.getByRole("article", { name: "Screen in the lobby" });
  await link.getByText("building is fixed to North").waitFor();
  await link.getByText("Can be embedded by https://www.example.com.").waitFor();
  await link.getByRole("button", { name: "Revoke Screen in the lobby" }).click();
  await page.getByRole("button", { name: "Revoke link" }).click();
  await page.getByText("No links yet").waitFor();
  await bearer.reload();
  await bearer.getByRole("alert").getByText("This link does not work").waitFor();
});

test("a screen on a wall shows the report alone, live, with the range and filters of the page it came from", async () => {
  const page = await open(pathOf("?as=table&f.building=South"));
  await expect.poll(() => rowsOf(page)).toEqual([["South", "200", "–"]]);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Show on a screen" }).click();
  // The page before stays until the screen's has come.
  await expect.poll(() => page.getByRole("navigation").count()).toBe(0);
  await page.getByText("Live", { exact: true }).waitFor();
  await expect.poll(() => rowsOf(page)).toEqual([["South", "200", "–"]]);
  expect(new URL(page.url()).pathname).toBe(`/show/${view.id}`);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Back to the view" }).click();
  await page.getByRole("button", { name: "Refresh" }).waitFor();
  expect(parameter(page, "f.building")).toBe("South");
});

soakTest("a screen on a wall is filled by the picture, with text that is read from afar", async () => {
  const drawn = await admin.create({
    ...{ name: "Energy by hour", timeRange: { type: "absolute", startTs: T0, endTs: T0 + 2 * HOUR, timezone: "UTC" } },
    fields: [
      { id: "hour", label: "Hour", source: { type: "timeBucket", bucket: "hour" } },
      { id: "kwh", label: "Energy", source: { type: "telemetry", key: "kwh" }, aggregation: { fn: "sum" } },
    ],
    visualization: { type: "bar", x: "hour", y: ["kwh"] },
  });
  const page = await open("/account");
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${admin.rest.baseUrl}/show/${drawn.id}`);
  const picture = page.getByRole("img", { name: /^Chart of Energy by hour/ });
  await picture.locator("canvas").waitFor();

  const textSize = async (): Promise<number> =>
    await page.evaluate<number>("parseFloat(getComputedStyle(document.documentElement).fontSize)");
  expect(await textSize()).toBeCloseTo(27, 1);
  const [canvas, box] = [await picture.locator("canvas").boundingBox(), await picture.boundingBox()];
  expect(canvas?.width).toBeCloseTo(box?.width ?? 0, 0);
  expect(canvas?.height).toBeCloseTo(box?.height ?? 0, 0);
  expect(box?.height).toBeGreaterThan(700);
  expect(await page.evaluate<number>("document.querySelector('canvas').offsetWidth")).toBeLessThan(
    0.8 * (box?.width ?? 0),
  );
  expect(await page.evaluate<number>("document.documentElement.scrollHeight")).toBeLessThanOrEqual(1080);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Back to the view" }).click();
  await page.getByRole("button", { name: "Refresh" }).waitFor();
  expect(await textSize()).toBe(16);
});

test("a screen on a wall says once that an interval is incomplete: at bars, which are fainter, and below lines", async () => {
  const timeRange = { type: "absolute", startTs: T0, endTs: T0 + 1.5 * HOUR, timezone: "UTC" };
  const fields = [
    { id: "hour", label: "Hour", source: { type: "timeBucket", bucket: "hour" } },
    { id: "kwh", label: "Energy", source: { type: "telemetry", key: "kwh" }, aggregation: { fn: "sum" } },
  ];
  const said = async (type: string): Promise<readonly string[]> => {
    const drawn = await admin.create({
      ...{ name: `Energy ${type}`, timeRange, fields },
      visualization: { type, x: "hour", y: ["kwh"] },
    });
    const page = await open(`/show/${drawn.id}`);
    await page.getByRole("img", { name: /^Chart of Energy/ }).waitFor();
    return await page.getByText(/only (a )?part of/).allInnerTexts();
  };
  expect(await said("bar")).toEqual(["Fainter: only a part of the interval"]);
  expect(await said("line")).toEqual(["The range covers only part of the last time interval."]);
});

test("what went wrong is said with what to do next", async () => {
  const page = await open(pathOf());
  await expect.poll(async () => (await rowsOf(page)).length).toBe(3);
  const refuse = async (status: number, code: string, headers: Record<string, string> = {}): Promise<Locator> => {
    await page.unrouteAll();
    await page.route("**/data", (route) =>
      route.fulfill({
        status,
        headers: { "content-type": "application/json", "x-request-id": `req-${code}`, ...headers },
        body: JSON.stringify({ status, message: "said by the platform", errorCode: 2, code, errors: [] }),
      }),
    );
    await page.getByRole("button", { name: "Refresh" }).click();
    const alert = page.getByRole("alert").filter({ hasText: `req-${code}` });
    await alert.waitFor();
    return alert;
  };

  const busy = await refuse(429, "LIMIT_REACHED", { "retry-after": "30" });
  await busy.getByText("Too many reports are running").waitFor();
  await busy.getByRole("button", { name: /^Try again \(advised in \d+ s\)$/ }).waitFor();
  const dear = await refuse(400, "REPORT_TOO_EXPENSIVE");
  await dear.getByText(/It would read about \d+ points of \d+ series on 3 devices; at most 500,000,000/).waitFor();
  const slow = await refuse(504, "REPORT_TIMEOUT");
  await slow.getByText("The report took too long").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await slow.getByRole("button", { name: "Run in the background" }).click();
  await page.getByRole("dialog", { name: "Background reports" }).waitFor();
  await page.keyboard.press("Escape");

  await page.unrouteAll();
  await page.goto(new URL(pathOf("?f.gone=1"), page.url()).href);
  await page.getByRole("alert").getByText("The address names a filter that the view does not have").waitFor();
  await page.getByRole("button", { name: "As saved" }).click();
  await expect.poll(async () => (await rowsOf(page)).length).toBe(3);
  await page.goto(
    new URL(
      pathOf().replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      page.url(),
    ).href,
  );
  await page.getByRole("alert").getByText("There is no such view").waitFor();
});

test("hostile names and values are text, on a phone too, in the table and next to the picture", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice({ name: `\u202E${"w".repeat(200)}` });
  await tenant.saveAttributes(id, "SERVER_SCOPE", { place: HOSTILE, long: "z".repeat(10_000) });
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { ts: T0, values: { kwh: 5 } });
  const hostile = await admin.create({
    ...{ name: `${HOSTILE} ${"v".repeat(180)}`, description: HOSTILE, scope: { deviceIds: [id] } },
    timeRange: { type: "absolute", startTs: T0, endTs: T0 + HOUR, timezone: "UTC" },
    fields: [
      { id: "name", label: "Device", source: { type: "entity", field: "name" } },
      { id: "place", label: "Place", source: { type: "attribute", scope: "server", key: "place" } },
      { id: "long", label: "Long", source: { type: "attribute", scope: "server", key: "long" } },
      { id: "kwh", label: "Energy", unit: HOSTILE.slice(0, 30), source: { type: "telemetry", key: "kwh" } },
    ],
    filters: [{ name: HOSTILE, target: { type: "attribute", scope: "server", key: "place" } }],
  });
  const page = await open(pathOf("", hostile));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("cell", { name: HOSTILE, exact: true }).waitFor();
  await page.getByRole("button", { name: "Show all" }).first().waitFor();
  await page.getByRole("button", { name: "Range and filters" }).click();
  await page.getByRole("combobox", { name: HOSTILE }).click();
  await page.getByRole("option", { name: HOSTILE }).click();
  await expect.poll(() => parameter(page, `f.${HOSTILE}`)).toBe(HOSTILE);
  await page.getByRole("cell", { name: HOSTILE, exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("option").first().waitFor({ state: "detached" });
  expect(await page.title()).toContain(HOSTILE);
  expect(await page.locator("img[src=x]").count()).toBe(0);
  await expect.poll(() => page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  expect(await accessibilityProblems(page)).toEqual([]);
});

soakTest("a session whose token has run out is renewed while a report is asked for", async () => {
  const { anonymous, clock } = platform();
  const pair = await anonymous.post("/api/auth/login", {
    username: TENANT_ADMIN.email,
    password: TENANT_ADMIN.password,
  });
  const page = await browser().newPage();
  await page.goto(`${anonymous.baseUrl}/login`);
  await page.evaluate((session) => {
    localStorage.setItem("bridgehead.session", session);
  }, JSON.stringify(pair));
  await page.goto(`${anonymous.baseUrl}${pathOf()}`);
  await expect.poll(async () => (await rowsOf(page)).length).toBe(3);
  clock.advance(3 * HOUR);
  const again = page.waitForResponse((answer) => answer.url().endsWith("/data") && answer.status() === 200);
  await page.getByRole("button", { name: "Refresh" }).click();
  await again;
  expect(await page.getByRole("alert").count()).toBe(0);
});
