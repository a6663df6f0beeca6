// The home dashboard in Chromium: who makes one whose, and that it opens after the sign-in and at the address without a page.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { member, text, type RestClient } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import { PASSWORD, type TestCustomer, type TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
const browser = useBrowser();

let tenant: TestTenant;
let customer: TestCustomer;
let dashboard: string;
let title: string;

beforeEach(async () => {
  tenant = await platform().createTenant();
  customer = await tenant.createCustomer();
  title = `Plant ${randomUUID()}`;
  dashboard = await savedDashboard(tenant, title);
});
afterEach(async () => {
  await closePages(browser());
});

async function savedDashboard({ rest }: TestTenant, name: string): Promise<string> {
  const note = { id: "note", kind: "text", title: "Note", options: { text: "Read me" } };
  const panels = [{ ...note, place: { x: 0, y: 0, width: 12, height: 5 } }];
  const configuration = { bridgehead: 1, timeRange: { type: "preset", preset: "last24Hours" }, panels };
  return text(await rest.post("/api/dashboard", { title: name, configuration }), "id", "id");
}

function assign(): Promise<unknown> {
  return tenant.rest.post(`/api/customer/${customer.id}/dashboard/${dashboard}`);
}

async function open(path: string, rest: RestClient): Promise<Page> {
  // The pages of one browser have one session.
  await closePages(browser());
  const { page, complaints } = await openSignedIn(browser(), rest, path);
  page.once("close", () => {
    expect(complaints.join("\n")).toBe("");
  });
  return page;
}

async function sees(rest: RestClient, heading: string): Promise<Page> {
  const page = await open("/", rest);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  return page;
}

async function makeHome(page: Page, of: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Set as home…" }).click();
  const dialog = page.getByRole("dialog", { name: "Home dashboard" });
  await dialog.getByRole("combobox", { name: "Home of" }).click();
  await page.getByRole("option", { name: of }).click();
  await dialog.getByRole("button", { name: "Set as home" }).click();
  await page.getByText(`“${title}” is now the home dashboard.`).waitFor();
}

soakTest("an administrator's own home opens first, the overview stays a click away, and it is taken back", async () => {
  const page = await open(`/dashboards/${dashboard}`, tenant.rest);
  await makeHome(page, "Me");
  const home = await sees(tenant.rest, title);
  expect(new URL(home.url()).pathname).toBe(`/dashboards/${dashboard}`);
  await home.getByRole("navigation").getByRole("link", { name: "Overview" }).click();
  await home.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await home.getByRole("link", { name: "Bridgehead" }).first().click();
  await home.getByRole("heading", { level: 1, name: title }).waitFor();

  await home.getByRole("button", { name: "More actions" }).click();
  await home.getByRole("menuitem", { name: "Set as home…" }).click();
  await home.getByText("This dashboard is the home now.").waitFor();
  expect(await accessibilityProblems(home)).toEqual([]);
  await home.getByRole("button", { name: "Remove as home" }).click();
  await home.getByText(`“${title}” is no longer the home dashboard.`).waitFor();
  await sees(tenant.rest, "Overview");
});

test("the home of the tenant is everybody's, that of a customer its users', and the rest of what is known of them stays", async () => {
  await assign();
  const present = (await tenant.rest.get(`/api/customer/${customer.id}`)) as { readonly title: string };
  await tenant.rest.post("/api/customer", { ...present, city: "Bristol", additionalInfo: { description: "Kept" } });
  const page = await open(`/dashboards/${dashboard}`, tenant.rest);
  await makeHome(page, present.title);
  expect(await tenant.rest.get(`/api/customer/${customer.id}`)).toMatchObject({
    city: "Bristol",
    additionalInfo: { description: "Kept", homeDashboardId: dashboard },
  });
  await sees(customer.rest, title);
  await sees(tenant.rest, "Overview");

  const other = await tenant.createCustomer();
  await makeHome(await open(`/dashboards/${dashboard}`, tenant.rest), "Everybody in the tenant");
  await sees(tenant.rest, title);
  // To whom it is not assigned, it is no home.
  await sees(other.rest, "Overview");
});

test("a customer's user makes an assigned dashboard their home; once it is taken from the customer, they see the overview", async () => {
  await assign();
  const page = await open(`/dashboards/${dashboard}`, customer.rest);
  await page.getByRole("button", { name: "More actions" }).click();
  expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(["Set as my home", "All dashboards"]);
  await page.getByRole("menuitem", { name: "Set as my home" }).click();
  const dialog = page.getByRole("dialog", { name: "Home dashboard" });
  expect(await dialog.getByRole("combobox").count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Set as home" }).click();
  await page.getByText(`“${title}” is now the home dashboard.`).waitFor();
  await sees(customer.rest, title);
  await sees(tenant.rest, "Overview");

  await tenant.rest.delete(`/api/customer/${customer.id}/dashboard/${dashboard}`);
  const after = await sees(customer.rest, "Overview");
  expect(await after.getByRole("alert").count()).toBe(0);
});

soakTest("the home opens after the sign-in, and an address that was asked for goes first", async () => {
  const user = (await tenant.rest.get("/api/auth/user")) as { readonly email: string };
  await tenant.rest.post("/api/tenant/dashboard/home/info", {
    dashboardId: { entityType: "DASHBOARD", id: dashboard },
  });
  for (const [path, heading] of [
    ["/", title],
    ["/devices", "Devices"],
  ] as const) {
    const page = await browser().newPage();
    await page.goto(`${tenant.rest.baseUrl}/favicon.svg`);
    await page.evaluate("localStorage.clear()");
    await page.goto(`${tenant.rest.baseUrl}${path}`);
    await page.getByLabel("Email").fill(user.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }
});

test("a dashboard of another tenant is no home, whoever wrote it there", async () => {
  const other = await platform().createTenant();
  const theirs = await savedDashboard(other, "Theirs");
  const own = (await tenant.rest.get("/api/auth/user")) as object;
  await tenant.rest.post("/api/user", { ...own, additionalInfo: { homeDashboardId: theirs } });
  expect(member(await tenant.rest.get("/api/auth/user"), "additionalInfo")).toMatchObject({ homeDashboardId: theirs });
  await sees(tenant.rest, "Overview");
});
