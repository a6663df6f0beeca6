// Who sees which page: every address behind the sign-in as each role, and what each role finds on its own pages.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { ROLES_OF_PAGES } from "../../../web/app/roles-of-pages.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { SYS_ADMIN } from "../../support/platform.ts";
import type { RestClient } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";

const platform = useTestPlatform();
const browser = useBrowser();

afterEach(async () => {
  await closePages(browser());
});

const OTHERS = "This page is for";

const ROLES: readonly (readonly [role: string, client: () => Promise<RestClient>])[] = [
  ["SYS_ADMIN", () => Promise.resolve(platform().sysAdmin)],
  ["TENANT_ADMIN", () => Promise.resolve(platform().tenant.rest)],
  ["CUSTOMER_USER", async () => (await platform().tenant.createCustomer()).rest],
];

test.each(ROLES)("%s sees the own pages, and of each other one whose it is, with a way back", async (role, client) => {
  const { page, complaints } = await openSignedIn(browser(), await client(), "/account");
  const forbidden: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 403) forbidden.push(answer.url());
  });
  await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  for (const [path, roles] of Object.entries(ROLES_OF_PAGES)) {
    const isOwn = roles.some((each) => each === role);
    const said = await whatIsSaidAt(page, path.replace("$id", randomUUID()), isOwn ? /./ : new RegExp(`^${OTHERS}`));
    expect.soft(said.startsWith(OTHERS), `${path}: ${said}`).toBe(!isOwn);
  }
  expect(forbidden).toEqual([]);
  // There is no device, tenant or view with a random id.
  expect(complaints.filter((complaint) => !complaint.includes("status of 404"))).toEqual([]);
});

test("a page for others has no buttons that would not work, and leads to the own overview", async () => {
  const customer = await platform().tenant.createCustomer();
  const { page, complaints } = await openSignedIn(browser(), customer.rest, `/customers/${customer.id}`);
  await page.getByRole("heading", { level: 1, name: "This page is for tenant administrators" }).waitFor();
  await page.getByText("You are signed in as a customer user.").waitFor();
  expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "To your overview" }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  expect(complaints).toEqual([]);
});

soakTest("the badge of a gateway leads an administrator to its page, and a customer user nowhere", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  const gateway = await tenant.createGateway({ customerId: customer.id });
  const asCustomer = await openSignedIn(browser(), customer.rest, `/devices/${gateway.id}`);
  await asCustomer.page.getByText("Gateway", { exact: true }).waitFor();
  expect(await asCustomer.page.getByRole("link", { name: "Gateway", exact: true }).count()).toBe(0);

  const { page } = await openSignedIn(browser(), tenant.rest, `/devices/${gateway.id}`);
  await page.getByRole("link", { name: "Gateway", exact: true }).click();
  await page.waitForURL(new RegExp(`/gateways/${gateway.id}`));
});

test("the operator sees how much of its limits a tenant uses", async () => {
  const tenant = await platform().createTenant({ maxDevices: 4, maxTransportMessages: 1000 });
  for (let count = 0; count < 4; count++) await tenant.createDevice();
  const { page, complaints } = await openSignedIn(browser(), platform().sysAdmin, `/tenants/${tenant.id}`);
  await page.getByRole("tab", { name: "Usage" }).click();
  await page.getByText("4 of 4 · limit reached").waitFor();
  await page.getByText("0 of 1,000").waitFor();
  expect(page.url()).toContain("tab=usage");
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

soakTest("system administrators are listed, and another one is made with a link", async () => {
  const { page, complaints } = await openSignedIn(browser(), platform().sysAdmin, "/overview");
  await page.getByRole("navigation").getByRole("link", { name: "Users" }).click();
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  await page.getByRole("row", { name: new RegExp(SYS_ADMIN.email) }).waitFor();
  await page.getByRole("button", { name: "New user" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill("second@example.com");
  await page.getByRole("button", { name: "Create user" }).click();
  await page.getByText(/activateToken=/).waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page
    .getByRole("row", { name: /second@example\.com/ })
    .getByText("Not yet activated")
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

/**
 * Goes to an address inside the page, as a link does, and waits for the heading or the problem that stands there. The page of
 * before may still find a problem on its way out, so that what must be said is waited for behind that.
 */
async function whatIsSaidAt(page: Page, path: string, awaited: RegExp): Promise<string> {
  await page.evaluate(`
    for (const seen of document.querySelectorAll("h1, [role=alert]")) seen.setAttribute("data-seen", "");
    history.pushState({}, "", ${JSON.stringify(path)});
  `);
  const news = page.locator(":is(h1, [role=alert]):not([data-seen])").filter({ hasText: awaited });
  return await news.first().innerText();
}
