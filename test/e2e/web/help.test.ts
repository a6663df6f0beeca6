// The documentation in Help: read without another server, with links that lead from one document to a heading of another.
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";

const platform = useTestPlatform();
const browser = useBrowser();

const FOCUSED = "document.activeElement?.id";
const LINKS = `[...document.querySelectorAll("main a")].map((link) => link.getAttribute("href"))`;
const ANCHORS = `[...document.querySelectorAll("main .anchor")].map(({ id }) => id)`;

afterEach(async () => {
  await closePages(browser());
});

test("Help leads to a document, and its links to headings of others", async () => {
  const tenant = await platform().createTenant();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/audit");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));

  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("menuitem", { name: "Documentation", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Documentation" }).waitFor();
  expect(asked.filter((address) => /(rest|gateway)-api/.test(address))).toEqual([]);
  await page.getByRole("link", { name: "Gateway API" }).click();
  await page.getByRole("heading", { level: 1, name: "Gateway API" }).waitFor();
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Provisioning" }).click();
  await page.waitForURL(/\/help\/gateway-api#provisioning$/);
  expect(await page.evaluate(FOCUSED)).toBe("provisioning");

  const link = page.locator('main a[href^="/help/rest-api#"]').first();
  const heading = new URL((await link.getAttribute("href")) ?? "", tenant.rest.baseUrl).hash.slice(1);
  await link.click();
  await page.getByRole("heading", { level: 1, name: "REST API" }).waitFor();
  const target = page.locator(`[id="${heading}"]`);
  await target.waitFor();
  await expect.poll(() => page.evaluate(FOCUSED)).toBe(heading);
  // Below the header of the page, which stays.
  const top = (await target.boundingBox())?.y ?? -1;
  expect(top).toBeGreaterThan(56);
  expect(top).toBeLessThan(200);

  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Gateway API" }).waitFor();
  expect(new Set(asked.map((address) => new URL(address).origin)).size).toBe(1);
  expect(complaints).toEqual([]);
});

test("what only the repository has is text, and no link", async () => {
  const { page, complaints } = await openSignedIn(browser(), platform().sysAdmin, "/help/operations#backup");
  await page.getByRole("heading", { level: 2, name: "Backup" }).waitFor();
  await expect.poll(() => page.evaluate(FOCUSED)).toBe("backup");

  const targets = await page.evaluate<readonly string[]>(LINKS);
  expect(targets.filter((target) => !/^(?:\/help\b|https?:)/.test(target))).toEqual([]);
  expect(complaints).toEqual([]);
});

test("every document can be read by everybody, and a mistyped name is no page", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const { page, complaints } = await openSignedIn(browser(), customer.rest, "/help");
  const titles = await page.locator("main section a").allInnerTexts();
  expect(titles.length).toBeGreaterThan(10);
  const main = page.getByRole("main");
  for (const title of titles) {
    await main.getByRole("link", { name: title, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    await main.locator(".foreign p").first().waitFor();
    const own = new URL(page.url()).pathname;
    const targets = await page.evaluate<readonly string[]>(LINKS);
    const anchors = targets.filter((target) => target.startsWith(`${own}#`)).map((target) => target.split("#")[1]);
    const headings = await page.evaluate<readonly string[]>(ANCHORS);
    expect(new Set(headings).size, title).toBe(headings.length);
    expect(headings, title).toEqual(expect.arrayContaining(anchors));
    await main.getByRole("link", { name: "Documentation", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Documentation" }).waitFor();
  }
  await page.goto(new URL("/help/analytics", page.url()).href);
  await page.locator("main h2").first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(new URL("/help/no-such-document", page.url()).href);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  expect(complaints).toEqual([]);
});

test("in a German browser, Help says that its documents are in English, and screen readers read them so", async () => {
  const german = (await browser().browser()?.newContext({ locale: "de-DE" })) ?? expect.fail("no browser");
  try {
    const { page, complaints } = await openSignedIn(german, platform().sysAdmin, "/help");
    await page.getByRole("heading", { level: 1, name: "Dokumentation" }).waitFor();
    await page.getByText("Die Dokumente sind auf Englisch.").waitFor();

    await page.getByRole("main").getByRole("link", { name: "Gateway-API" }).click();
    await page.getByText("Dieses Dokument ist auf Englisch.").waitFor();
    await page.locator('[lang="en"] .foreign p').first().waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await german.close();
  }
});
