// The gallery and the editor of table views in the browser: a report built from nothing by clicking and typing, problems
// next to their fields, templates, files, revisions, conflicts, and who may not change what.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { unreachableByKeyboard } from "../../support/keyboard-walk.ts";
import { text, type RestClient } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import type { TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
const browser = useBrowser();

const HOUR = 3_600_000;
const T0 = 1_767_225_600_000; // 2026-01-01T00:00:00Z
const VIEWS = "/apiAnalytics/v1/views";
const HOSTILE = `<img src=x onerror="document.title='taken'">\u202Egnp`;

afterEach(async () => {
  await closePages(browser());
});

/** Two buildings whose meters count upwards over two days. */
async function createMeters(tenant: TestTenant): Promise<void> {
  const meters = [
    {
      building: "North",
      points: [
        [0, 100],
        [12, 130],
        [36, 150],
      ],
    },
    {
      building: "North",
      points: [
        [1, 10],
        [20, 15],
      ],
    },
    {
      building: "South",
      points: [
        [0, 0],
        [34, 7],
      ],
    },
  ] as const;
  for (const { building, points } of meters) {
    const { id } = await tenant.createDevice({ type: "meter" });
    await tenant.saveAttributes(id, "SERVER_SCOPE", { building });
    const series = points.map(([hours, kwh]) => ({ ts: T0 + hours * HOUR, values: { kwh } }));
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, series);
  }
}

async function saveView(rest: RestClient, more: object = {}): Promise<string> {
  const { status, body } = await rest.request("POST", VIEWS, {
    name: "Meters",
    timeRange: { type: "absolute", startDate: "2026-01-01", endDate: "2026-01-03", timezone: "UTC" },
    fields: [
      { id: "device", label: "Device", source: { type: "entity", field: "name" } },
      { id: "kwh", label: "Energy", source: { type: "telemetry", key: "kwh" }, aggregation: { fn: "increase" } },
    ],
    ...more,
  });
  expect(status).toBe(201);
  return text(body, "id");
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

async function addColumn(page: Page, group: string, name: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Add a column" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a column" });
  await dialog.getByRole("group", { name: group }).getByRole("button", { name }).first().click();
  await dialog.waitFor({ state: "detached" });
}

async function figuresOf(table: Locator): Promise<readonly (readonly string[])[]> {
  const rows = await table.locator("tbody tr").all();
  return await Promise.all(rows.map(async (row) => await row.getByRole("cell").allTextContents()));
}

/** A refused call is the service's answer to a view that is not ready; the page tells of it. */
function others(complaints: readonly string[]): readonly string[] {
  return complaints.filter((complaint) => !/status of 4\d\d/.test(complaint));
}

test("daily consumption per building as bars is built from nothing by clicking and typing, and its page has the figures", async () => {
  const tenant = await platform().createTenant();
  await createMeters(tenant);
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/views");
  await page.getByRole("heading", { name: "No views yet" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "New view" }).click();
  await page.getByRole("link", { name: "Start from scratch" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Daily consumption per building");

  await addColumn(page, "Attributes", /building/);
  await addColumn(page, "Time intervals", /^Day/);
  await addColumn(page, "Telemetry", /kwh/);
  await choose(page, "Aggregation", "Consumption");
  await page.getByRole("textbox", { name: "Unit", exact: true }).fill("kWh");
  await page.getByRole("tab", { name: "Time" }).click();
  await choose(page, "Time", "Between two dates");
  await page.getByLabel("From the start of").fill("2026-01-01");
  await page.getByLabel("Until the start of").fill("2026-01-03");
  await page.getByRole("combobox", { name: "Time zone" }).fill("UTC");
  await page.getByRole("option", { name: /^UTC/ }).first().click();
  await page.getByRole("tab", { name: "Chart" }).click();
  await page.getByRole("radio", { name: /^Bars/ }).click();

  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByRole("img", { name: /^Chart of Daily consumption/ }).waitFor();
  await preview.getByText(/^3 devices · reads \d values/).waitFor();
  await preview.getByText("Table", { exact: true }).click();
  await preview.getByRole("cell", { name: "35" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("heading", { level: 1, name: "Daily consumption per building" }).waitFor();
  await page.getByRole("img", { name: /^Chart of Daily consumption/ }).waitFor();
  await page.getByText("Table", { exact: true }).click();
  const table = page.getByRole("table", { name: "rows of the report" });
  await table.getByRole("cell", { name: "35" }).waitFor();
  const rows = await figuresOf(table);
  expect(rows.map(([building, , kwh]) => [building, kwh])).toEqual(
    expect.arrayContaining([
      ["North", "35"],
      ["North", "20"],
      ["South", "7"],
    ]),
  );
  expect(others(complaints)).toEqual([]);
});

test("what is wrong stands next to its field, and the list of it leads there", async () => {
  const tenant = await platform().createTenant();
  await createMeters(tenant);
  const viewId = await saveView(tenant.rest);
  const { page } = await openSignedIn(browser(), tenant.rest, `/views/${viewId}/edit`);
  await addColumn(page, "Computed", /^Formula over columns/);
  const formula = page.getByRole("textbox", { name: "Formula", exact: true });
  await formula.fill("kwh * nothing");
  const problem = /nothing/;
  await page.getByRole("region", { name: "Preview" }).getByRole("button", { name: problem }).waitFor();
  const problemsOf = async (): Promise<readonly string[]> => {
    const described = (await formula.getAttribute("aria-describedby")) ?? "";
    const errors = described.split(" ").filter((id) => id.endsWith("-error"));
    return await page.locator(errors.map((id) => `#${id}`).join() || "none").allTextContents();
  };
  await expect.poll(problemsOf).toEqual([expect.stringMatching(problem)]);

  await page.getByRole("tab", { name: "Time" }).click();
  await page.getByRole("region", { name: "Preview" }).getByRole("button", { name: problem }).click();
  await formula.fill("kwh / 2");
  await page.getByRole("cell", { name: "25", exact: true }).waitFor();

  await page.getByRole("tab", { name: "JSON" }).click();
  const json = page.getByRole("textbox", { name: "The view as JSON" });
  const view = await json.inputValue();
  await json.fill("{ broken");
  await expect.poll(() => page.getByRole("button", { name: "Save view" }).isDisabled()).toBe(true);
  await json.fill(view.replace('"Energy"', '"Energy used"'));
  await page.getByRole("columnheader", { name: /Energy used/ }).waitFor();
});

soakTest(
  "what stands before values, and colours by value, are chosen, shown in the preview at once, and saved",
  async () => {
    const tenant = await platform().createTenant();
    await createMeters(tenant);
    const viewId = await saveView(tenant.rest);
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/views/${viewId}/edit`);
    const column = page.getByRole("listitem", { name: "Column Energy" });
    await column
      .getByRole("button", { name: /Energy/ })
      .first()
      .click();
    await column.getByRole("button", { name: "More settings" }).click();
    await column.getByRole("textbox", { name: "Prefix" }).fill("≈ ");
    await column.getByRole("button", { name: "Add a colour" }).click();
    await column.getByRole("textbox", { name: "Colour 1: from" }).fill("30");
    await choose(page, "Colour 1", "Orange");
    const cell = page.getByRole("region", { name: "Preview" }).getByRole("cell", { name: "≈ 50" });
    await cell.locator('[style*="orange"]').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("heading", { level: 1, name: "Meters", exact: true }).waitFor();
    await page.getByText("Table", { exact: true }).click();
    await page.getByRole("cell", { name: "≈ 50" }).waitFor();
    const { body } = await tenant.rest.request("GET", `${VIEWS}/${viewId}`);
    expect(body).toMatchObject({
      fields: [{}, { format: { prefix: "≈ " }, colors: [{ color: "orange", from: 30 }] }],
    });
    expect(others(complaints)).toEqual([]);
  },
);

test("columns are moved, hidden and removed by keyboard, and taken back", async () => {
  const tenant = await platform().createTenant();
  await createMeters(tenant);
  const viewId = await saveView(tenant.rest);
  const { page } = await openSignedIn(browser(), tenant.rest, `/views/${viewId}/edit`);
  const names = async (): Promise<readonly (string | null)[]> => {
    const cards = await page.getByRole("list", { name: "Columns" }).getByRole("listitem").all();
    return await Promise.all(cards.map((card) => card.getAttribute("aria-label")));
  };
  await page.getByRole("button", { name: "Move Energy up" }).press("Enter");
  await page.getByText("Energy is column 1 of 2 now.").waitFor();
  await expect.poll(names).toEqual(["Column Energy", "Column Device"]);
  await page.getByRole("button", { name: "Remove Energy" }).press("Enter");
  await expect.poll(names).toEqual(["Column Device"]);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect.poll(names).toEqual(["Column Energy", "Column Device"]);
  expect(await unreachableByKeyboard(page)).toEqual([]);
});

soakTest("a template asks for a value, stands in the address, and gives a report at once", async () => {
  const tenant = await platform().createTenant();
  await createMeters(tenant);
  const { page } = await openSignedIn(browser(), tenant.rest, "/views/new");
  await page.getByRole("link", { name: "Use template: Daily consumption" }).click();
  await choose(page, "Counter", "kwh");
  await page.getByRole("combobox", { name: "Group by" }).fill("building");
  await page.getByRole("option", { name: /building/ }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("list", { name: "Columns" }).getByRole("listitem", { name: "Column Building" }).waitFor();
  expect(page.url()).toMatch(/template=consumption/);
  await page.reload();
  await page.getByRole("list", { name: "Columns" }).getByRole("listitem", { name: "Column kwh" }).waitFor();
});

soakTest("an earlier state is looked at and restored", async () => {
  const tenant = await platform().createTenant();
  await createMeters(tenant);
  const viewId = await saveView(tenant.rest);
  const { page } = await openSignedIn(browser(), tenant.rest, `/views/${viewId}/edit`);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Meters, renamed");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("heading", { level: 1, name: "Meters, renamed" }).waitFor();

  await page.goto(`${tenant.rest.baseUrl}/views/${viewId}/edit?part=history`);
  await page
    .getByRole("listitem", { name: "Revision 2" })
    .getByText("Name: “Meters, renamed” instead of “Meters”")
    .waitFor();
  const first = page.getByRole("listitem", { name: "Revision 1" });
  await first.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("dialog").getByText('"Meters, renamed"').waitFor();
  await page.keyboard.press("Escape");
  await first.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await page.getByRole("listitem", { name: "Revision 3" }).waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe("Meters");
  expect(text(await tenant.rest.get(`${VIEWS}/${viewId}`), "name")).toBe("Meters");
});

soakTest("a save after somebody else's shows what they changed, and may save over it", async () => {
  const tenant = await platform().createTenant();
  await createMeters(tenant);
  const viewId = await saveView(tenant.rest);
  const { page } = await openSignedIn(browser(), tenant.rest, `/views/${viewId}/edit?part=about`);
  await page.getByRole("textbox", { name: "Description" }).fill("Mine");
  const present = await tenant.rest.get(`${VIEWS}/${viewId}`);
  if (typeof present !== "object" || present === null) throw new Error("no view");
  const theirs = await tenant.rest.request("PUT", `${VIEWS}/${viewId}`, { ...present, description: "Theirs" });
  expect(theirs.status).toBe(200);

  await page.getByRole("button", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog", { name: "Somebody else has saved this view" });
  await dialog.getByText('"Theirs"').first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Replace theirs with mine" }).click();
  await expect.poll(async () => text(await tenant.rest.get(`${VIEWS}/${viewId}`), "description")).toBe("Mine");
});

test("changes that are not saved are not lost by a slip", async () => {
  const tenant = await platform().createTenant();
  const viewId = await saveView(tenant.rest);
  const { page } = await openSignedIn(browser(), tenant.rest, `/views/${viewId}/edit`);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Changed");
  await page.getByRole("link", { name: "Devices", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe("Changed");
  await page.getByRole("link", { name: "Devices", exact: true }).click();
  await dialog.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
});

test("a view is copied, written to a file, read from it, and deleted after a question", async () => {
  const tenant = await platform().createTenant();
  await saveView(tenant.rest, { name: HOSTILE, description: "z".repeat(4000), tags: ["energy"] });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/views");
  const card = page.getByRole("list", { name: "Table views" }).getByRole("listitem", { name: HOSTILE });
  await card.getByRole("button", { name: /^Actions/ }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export" }).click();
  const path = await (await download).path();
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ name: HOSTILE, tags: ["energy"] });

  await page.getByLabel("File of a view").setInputFiles({
    name: "view.json",
    mimeType: "application/json",
    buffer: Buffer.from((await readFile(path, "utf8")).replace(JSON.stringify(HOSTILE), '"From a file"')),
  });
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("heading", { level: 1, name: "From a file" }).waitFor();

  await page.getByRole("link", { name: "Table views" }).first().click();
  await card.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete view" }).click();
  await page.getByText("1 view", { exact: true }).waitFor();
  expect(await page.title()).not.toBe("taken");
  expect(complaints).toEqual([]);
});

test("a user of a customer sees views that are shared, cannot change them, and keeps views of the own", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  await createMeters(tenant);
  const viewId = await saveView(tenant.rest, { sharing: { visibility: "customers", allCustomers: true } });
  const { page } = await openSignedIn(browser(), customer.rest, "/views");
  const card = page.getByRole("listitem", { name: "Meters" });
  await card.getByText(/^Changed /).waitFor();
  expect(await card.getByText(/another user|shared with/).count()).toBe(0);
  await card.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: "Make a copy" }).waitFor();
  expect(await page.getByRole("menuitem", { name: /Edit|Delete/ }).count()).toBe(0);

  await page.goto(`${customer.rest.baseUrl}/views/${viewId}/edit`);
  await page.getByRole("heading", { name: "This view is shared with you for reading" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Make a copy" }).click();
  await page.getByRole("heading", { level: 1, name: "Edit Meters (copy)" }).waitFor();
  await page.getByRole("tab", { name: "About" }).click();
  await page.getByText("You and the administrators can see your views.").waitFor();
});

test.each(["columns", "devices", "time", "filters", "rows", "chart", "about", "history", "json"])(
  "the part %s of the editor is accessible, and fits a phone",
  async (part) => {
    const tenant = await platform().createTenant();
    await createMeters(tenant);
    const viewId = await saveView(tenant.rest, {
      filters: [{ name: HOSTILE, target: { type: "attribute", scope: "server", key: "building" }, values: ["North"] }],
      compare: { to: "previousPeriod", show: ["value"] },
      sort: [{ field: "kwh", direction: "desc" }],
      limit: { rows: 100, top: { n: 5, by: "kwh" } },
    });
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/views/${viewId}/edit?part=${part}`);
    await page.getByRole("tab", { selected: true }).waitFor();
    await page.getByRole("table", { name: "rows of the report" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const scrolled = `(() => {
      const { scrollWidth, clientWidth } = document.querySelector('main [role="tablist"]');
      return scrollWidth - clientWidth;
    })()`;
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await page.evaluate<number>(scrolled), "all parts are in sight").toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("radiogroup", { name: "Show", exact: true }).waitFor();
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    await expect.poll(() => page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
    expect(others(complaints)).toEqual([]);
  },
);
