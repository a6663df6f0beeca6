// Where the focus of the keyboard is, and what is said of what happens, in the browser: dialogs give the focus back, menus
// are menus, the menu of a narrow screen can be opened and closed, another page begins at its heading, and buttons that
// work keep the focus.
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../../tools/browser.ts";
import { signInScript } from "../../../tools/web-session.ts";
import { AnalyticsClient, type SavedView } from "../../support/analytics-client.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { unreachableByKeyboard } from "../../support/keyboard-walk.ts";
import { TENANT_ADMIN } from "../../support/platform.ts";
import { member, RestClient } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";

const platform = useTestPlatform();
const browser = useBrowser();
const PHONE = { width: 390, height: 844 };
const T0 = 1_767_225_600_000;

let view: SavedView;

beforeAll(async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice({ name: "Boiler" });
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, [{ ts: T0, values: { kwh: 1 } }]);
  view = await new AnalyticsClient(tenant.rest).create({
    name: "Energy",
    scope: { deviceIds: [device.id] },
    timeRange: { type: "absolute", startTs: T0, endTs: T0 + 3_600_000, timezone: "UTC" },
    fields: [
      { id: "device", label: "Device", source: { type: "entity", field: "name" } },
      { id: "kwh", label: "Energy", source: { type: "telemetry", key: "kwh" }, aggregation: { fn: "sum" } },
    ],
  });
});
afterEach(async () => {
  await closePages(browser());
});

async function open(path: string): Promise<Page> {
  const { page } = await openSignedIn(browser(), platform().tenant.rest, path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

async function createKey(description: string): Promise<void> {
  const { rest } = platform().tenant;
  const userId = member(await rest.get("/api/auth/user"), "id");
  await rest.post("/api/apiKey", { userId, description, enabled: true, expirationTime: 0 });
}

/** What has the focus, as it is called; `BODY` when nothing has. */
async function focused(page: Page): Promise<string> {
  return await page.evaluate<string>(`(() => {
    const { activeElement } = document;
    if (activeElement === document.body) return "BODY";
    return (activeElement.getAttribute("aria-label") ?? activeElement.innerText).trim();
  })()`);
}

/** Resolves when a dialog is there and has taken the focus. */
async function waitForDialog(page: Page): Promise<void> {
  await page.getByRole("dialog").waitFor();
  await page.waitForFunction("document.querySelector('[role=dialog]').contains(document.activeElement)");
}

async function waitForFocus(page: Page, name: string): Promise<void> {
  await expect.poll(() => focused(page)).toBe(name);
}

test.each([
  ["/devices", "New device"],
  ["/customers", "New customer"],
  ["/users", "New user"],
  ["/profiles", "New profile"],
  ["/api-keys", "New key"],
])("%s: the dialog of “%s” gives the focus back to its button", async (path, name) => {
  const page = await open(path);
  const button = page.getByRole("button", { name }).first();
  const words = (await button.innerText()).trim();
  await button.focus();
  await page.keyboard.press("Enter");
  await waitForDialog(page);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await waitForFocus(page, words);
});

test.each(["Import devices", "Import values"])(
  "the dialog of “%s”, chosen in a menu, gives the focus back to the menu's button",
  async (name) => {
    const page = await open("/devices");
    await page.getByRole("button", { name: "Import and export" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name }).focus();
    await page.keyboard.press("Enter");
    await waitForDialog(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await waitForFocus(page, "Import and export");
  },
);

test("a question that was chosen in a menu gives the focus back to the menu's button; what is deleted, to the heading", async () => {
  await createKey("Gone");
  const page = await open("/api-keys");
  const menu = page.getByRole("button", { name: "Actions for Gone" });
  const choose = async (): Promise<void> => {
    await menu.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: /^Delete/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
  };
  await choose();
  await page.getByRole("button", { name: "Cancel" }).click();
  await waitForFocus(page, "Actions for Gone");

  await choose();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Delete/ })
    .click();
  await menu.waitFor({ state: "detached" });
  await waitForFocus(page, "API keys");
});

soakTest(
  "menus, lists of choices and tooltips that are open: axe finds nothing; the keys go through the items",
  async () => {
    const { tenant } = platform();
    await tenant.createCustomer();
    const opened = async (page: Page, name: string): Promise<void> => {
      await page.getByRole("button", { name }).first().click();
      await page.getByRole("menu").waitFor();
      expect.soft(await accessibilityProblems(page, "in both schemes"), name).toEqual([]);
    };
    const page = await open("/users");
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .waitFor();
    await opened(page, "Actions for");
    const items = page.getByRole("menuitem");
    const [first, last] = [await items.first().innerText(), await items.last().innerText()];
    await waitForFocus(page, first);
    await page.keyboard.press("End");
    await waitForFocus(page, last);
    await page.keyboard.press("Home");
    await waitForFocus(page, first);
    await page.keyboard.press("ArrowUp");
    await waitForFocus(page, last);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toMatch(/^Actions for/);
    for (const name of ["Help", "Account of"]) {
      await opened(page, name);
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
    }
    await page.close();

    const log = await open("/audit");
    await log.getByRole("combobox", { name: "Result" }).click();
    await log.getByRole("listbox").waitFor();
    expect.soft(await accessibilityProblems(log, "in both schemes"), "list of choices").toEqual([]);
    await log.close();

    const report = await open(`/views/${view.id}`);
    await report.getByRole("cell", { name: "Boiler" }).waitFor();
    for (const name of ["Download", "More actions"]) {
      await opened(report, name);
      await report.keyboard.press("Escape");
      await report.getByRole("menu").waitFor({ state: "detached" });
    }
    await report.getByRole("button", { name: "Copy the link of the view" }).hover();
    await report.getByRole("tooltip").first().waitFor();
    expect.soft(await accessibilityProblems(report, "in both schemes"), "tooltip").toEqual([]);
  },
);

/** A window that has become narrow has its button at once, and the menu out of reach a moment later. */
async function waitForClosedMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Menu", exact: true }).waitFor();
  await page.locator("#menu[inert]").waitFor({ state: "attached" });
}

test("on a narrow screen the closed menu is out of reach, and the open one takes the focus and gives it back", async () => {
  const page = await open("/devices");
  await page.setViewportSize(PHONE);
  const opener = page.getByRole("button", { name: "Menu", exact: true });
  await waitForClosedMenu(page);
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press("Tab");
    const left = await page.evaluate<number>(
      `document.activeElement.matches(".skip-link, body") ? 0 : document.activeElement.getBoundingClientRect().left`,
    );
    expect(left, await focused(page)).toBeGreaterThanOrEqual(0);
  }
  expect(await opener.getAttribute("aria-expanded")).toBe("false");
  await opener.focus();
  await page.keyboard.press("Enter");
  await waitForFocus(page, "Close menu");
  expect(await page.locator("#menu [aria-expanded=true]").getAttribute("aria-label")).toBe("Close menu");
  await page.keyboard.press("Tab");
  await waitForFocus(page, "Overview");
  expect(await unreachableByKeyboard(page)).toEqual([]);
  await page.getByRole("link", { name: "Overview" }).focus();
  await page.keyboard.press("Escape");
  await waitForFocus(page, "Menu");

  await page.keyboard.press("Enter");
  await waitForFocus(page, "Close menu");
  await page.getByRole("link", { name: "Customers" }).focus();
  await page.keyboard.press("Enter");
  await waitForFocus(page, "Customers");
  await expect.poll(() => opener.getAttribute("aria-expanded")).toBe("false");
});

test.each(["/devices", "/users", "/limits"])(
  "on a narrow screen everything of %s is reached by keyboard",
  async (path) => {
    const page = await open(path);
    await page.setViewportSize(PHONE);
    await waitForClosedMenu(page);
    expect(await unreachableByKeyboard(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  },
);

test("another page begins at its heading, also after the sign-in; the guided start goes on at the next step", async () => {
  const page = await open("/devices");
  await page.getByRole("link", { name: "Customers" }).first().focus();
  await page.keyboard.press("Enter");
  await waitForFocus(page, "Customers");
  await expect.poll(() => page.title()).toBe("Customers – Bridgehead");
  await page.getByRole("link", { name: "Devices" }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Boiler" }).focus();
  await page.keyboard.press("Enter");
  await waitForFocus(page, "Boiler");
  // A part of a page is no other page.
  await page.getByRole("tab", { name: "Attributes" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/tab=attributes/);
  await waitForFocus(page, "Attributes");

  await page.goto(`${platform().tenant.rest.baseUrl}/start`);
  await page.getByRole("textbox", { name: "Name of the gateway" }).fill("Focus gateway");
  await page.keyboard.press("Enter");
  await waitForFocus(page, "Step 2:\nConnect it");
});

test("after the sign-in the focus is at the heading of the first page", async () => {
  const { anonymous } = platform();
  const page = await browser().newPage();
  await page.goto(`${anonymous.baseUrl}/login?to=%2Fdevices`);
  await page.evaluate("localStorage.clear()");
  await page.reload();
  await page.getByLabel("Email").fill(TENANT_ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(TENANT_ADMIN.password);
  await page.keyboard.press("Enter");
  await waitForFocus(page, "Devices");
});

soakTest(
  "a button keeps the focus while its work runs, and afterwards; pressed again meanwhile it does nothing",
  async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const page = await open(`/devices/${device.id}?tab=details`);
    let saved = 0;
    const pressedAgain = Promise.withResolvers<void>();
    await page.route(/\/api\/device(\?|$)/, async (route) => {
      if (route.request().method() === "POST") saved++;
      await pressedAgain.promise;
      await route.continue();
    });
    await page.getByRole("textbox", { name: "Label" }).fill("North");
    const button = page.getByRole("button", { name: "Save device" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.locator("button[aria-busy=true]").waitFor();
    expect(await focused(page)).toBe("Save device");
    await page.keyboard.press("Enter");
    pressedAgain.resolve();
    await page.getByText("The device is saved.").waitFor();
    expect(await focused(page)).toBe("Save device");
    expect(saved).toBe(1);
  },
);

soakTest("without TLS a text is copied too; that it is copied, or cannot be, is said", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const address = new URL(tenant.rest.baseUrl);
  address.hostname = "bridgehead.test";
  const own = await launchBrowser(["--host-resolver-rules=MAP bridgehead.test 127.0.0.1"]);
  try {
    const context: BrowserContext = await own.newContext();
    const { page } = await openSignedIn(
      context,
      new RestClient(address.href.replace(/\/$/, ""), tenant.rest.authorization),
      `/devices/${device.id}?tab=credentials`,
    );
    await page.getByRole("heading", { level: 1, name: device.name }).waitFor();
    expect(await page.evaluate("isSecureContext")).toBe(false);
    const copy = page.getByRole("button", { name: /^Copy / }).first();
    await copy.focus();
    await noteWhatIsSaid(page, "[role=status]");
    await page.keyboard.press("Enter");
    await expect.poll(() => said(page)).toContain("Copied");
    await expect.poll(() => focused(page)).toMatch(/^Copy /);

    await page.evaluate("document.execCommand = () => false");
    await page.keyboard.press("Enter");
    await page.getByRole("tooltip").filter({ hasText: "blocked copying" }).waitFor();
  } finally {
    await own.close();
  }
});

test("what is missing is reported next to its field: the name of a view, the end of an API key", async () => {
  const page = await open("/views/new?template=blank");
  await page.getByRole("button", { name: "Save view" }).click();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await expect.poll(() => name.getAttribute("aria-invalid")).toBe("true");
  await waitForFocus(page, "");
  await page.getByText("Give the view a name").waitFor();
  await name.fill("Energy");
  await expect.poll(() => name.getAttribute("aria-invalid")).not.toBe("true");
  await page.close();

  const keys = await open("/api-keys");
  await keys.getByRole("button", { name: "New key" }).first().click();
  const dialog = keys.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Description" }).fill("For a program");
  await dialog.getByRole("combobox", { name: "Expires" }).click();
  await keys.getByRole("option", { name: "At a time you choose" }).click();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await dialog.locator(".mantine-InputWrapper-error").waitFor();
  expect(await dialog.locator(".mantine-InputWrapper-error").innerText()).toBe("Choose when the key expires.");
  expect(await dialog.getByRole("alert").count()).toBe(0);
});

test("what a row of a list did is said: a key that is disabled, an attribute that is added", async () => {
  const { tenant } = platform();
  await createKey("Said");
  const page = await open("/api-keys");
  await page.getByRole("button", { name: "Actions for Said" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByRole("alert").filter({ hasText: "disabled" }).waitFor();
  await page.close();

  const device = await tenant.createDevice();
  const attributes = await open(`/devices/${device.id}?tab=attributes&scope=shared`);
  await attributes.getByRole("button", { name: "Add attribute" }).first().click();
  await attributes.getByRole("textbox", { name: "Key" }).fill("limit");
  await attributes.getByRole("textbox", { name: "Value" }).fill("twelve");
  await attributes.getByRole("dialog").getByRole("button", { name: "Add attribute" }).click();
  await attributes.getByRole("alert").filter({ hasText: "limit" }).waitFor();
});

soakTest("the steps of a kept call are read out: what it has come to, and what is still ahead", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await tenant.call(device.id, { method: "reboot", params: {}, persistent: true });
  const page = await open(`/devices/${device.id}?tab=rpc`);
  const steps = page.getByRole("list", { name: "Steps of the call" }).getByRole("listitem");
  await steps.first().waitFor();
  const names = ["Waiting: done", "Sent: not yet", "Delivered: not yet", "Answered: not yet"];
  for (const name of names) await steps.getByRole("img", { name }).waitFor();
  await page.locator("[aria-current=step]").getByRole("img", { name: "Waiting: done" }).waitFor();
});

soakTest(
  "a list that loads says nothing of its length; on its last page the button that led there keeps the focus",
  async () => {
    const { tenant } = platform();
    for (let count = 0; count < 11; count++) await tenant.createCustomer();
    const page = await browser().newPage();
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.addInitScript(signInScript((tenant.rest.authorization ?? "").replace("Bearer ", "")));
    await page.route(/\/api\/customers\?/, async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`${tenant.rest.baseUrl}/customers?size=10`);
    await page.locator(".mantine-Skeleton-root").first().waitFor();
    expect(await page.getByText(/ of 0$/).count()).toBe(0);
    answer();
    await page.getByText(/^1–10 of /).waitFor();
    await page.getByRole("button", { name: "next page" }).focus();
    while (!(await page.getByRole("button", { name: "next page" }).isDisabled())) {
      const before = await page.getByText(/^\d+–\d+ of /).innerText();
      await page.keyboard.press("Enter");
      await expect.poll(() => page.getByText(/^\d+–\d+ of /).innerText()).not.toBe(before);
    }
    await waitForFocus(page, "next page");
  },
);

soakTest("work on many devices is said now and then, and its end at once", async () => {
  const { tenant } = platform();
  for (let count = 0; count < 12; count++) await tenant.createDevice({ name: `many-${String(count)}` });
  const page = await open("/devices?q=many-");
  await page
    .getByRole("row", { name: /many-1 / })
    .first()
    .waitFor();
  await page.getByRole("checkbox", { name: /^Choose all/ }).check();
  await noteWhatIsSaid(page, "[role=dialog] [role=status]:not([aria-live=off])");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: /^Delete/ }).waitFor();
  const typed = question.getByRole("textbox");
  if ((await typed.count()) > 0) await typed.fill(await question.locator("strong").last().innerText());
  await question.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("status").filter({ hasText: "12 of 12 done, without failures" }).waitFor({ state: "attached" });
  // The first words, the last ones, and what a busy machine takes longer for.
  expect((await said(page)).length).toBeLessThan(8);
});

/** From here on every text of these elements is kept, however soon it goes again. */
async function noteWhatIsSaid(page: Page, elements: string): Promise<void> {
  await page.evaluate(`(() => {
    window.said = new Set();
    new MutationObserver(() => {
      for (const element of document.querySelectorAll(${JSON.stringify(elements)})) window.said.add(element.textContent);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  })()`);
}

async function said(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>("[...window.said]");
}

test("a view's dialogs give the focus back, also one that was opened out of another", async () => {
  const page = await open(`/views/${view.id}`);
  await page.getByRole("button", { name: "Share" }).focus();
  await page.keyboard.press("Enter");
  await waitForDialog(page);
  await page.keyboard.press("Escape");
  await waitForFocus(page, "Share");

  await page.getByRole("button", { name: "More actions" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "API call" }).click();
  await page.getByRole("dialog", { name: "API call" }).waitFor();
  await waitForDialog(page);
  await page.keyboard.press("Escape");
  await waitForFocus(page, "More actions");
});
