// What a page remembers: steps that the browser's way back undoes, what somebody has typed, and a connection that comes back.
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { SESSION_KEY } from "../../../tools/web-session.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { TENANT_ADMIN } from "../../support/platform.ts";
import { openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";

const platform = useTestPlatform();
const browser = useBrowser();

afterEach(async () => {
  await closePages(browser());
});

/** How often the page asks whether the platform is there. */
const SILENCE_MILLIS = 10_000;
const OPENED_MAX = 20;

const searchOf = (page: Page): string => new URL(page.url()).search;

test("the way back closes a dialog, takes back a page of a list, and not each letter of a search", async () => {
  const tenant = await platform().createTenant();
  for (let count = 0; count < 12; count++)
    await tenant.rest.post("/api/customer", { title: tenant.uniqueName("acme") });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/overview");
  await page.goto(`${tenant.rest.baseUrl}/customers?size=10`);
  await page.getByText("1–10 of 12").waitFor();
  await page.getByRole("button", { name: "2", exact: true }).click();
  await page.getByText("11–12 of 12").waitFor();
  const dialog = page.getByRole("dialog", { name: "New customer" });
  await page.getByRole("button", { name: "New customer" }).click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  expect(searchOf(page)).toContain("page=2");

  // What a button closes is no step of its own: the way back goes on from there.
  await page.getByRole("button", { name: "New customer" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.goBack();
  await page.getByText("1–10 of 12").waitFor();

  await page.getByRole("searchbox").pressSequentially("acme", { delay: 300 });
  await page.waitForURL(/q=acme/);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  expect(complaints).toEqual([]);
});

test("what was typed into a dialog goes by its button, or after a question", async () => {
  const tenant = await platform().createTenant();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/overview");
  await page.getByRole("navigation").getByRole("link", { name: "Customers" }).click();
  await page.getByRole("button", { name: "New customer" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New customer" });
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const title = dialog.getByRole("textbox", { name: "Name" });
  const isKept = async (): Promise<void> => {
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(await title.inputValue()).toBe("Acme");
  };
  await title.fill("Acme");
  await page.mouse.click(5, 5);
  await isKept();
  await page.goBack();
  await isKept();
  await page.keyboard.press("Escape");
  await question.waitFor();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  expect(await title.inputValue()).toBe("Acme");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard changes" }).click();
  await dialog.waitFor({ state: "detached" });

  // Nothing is asked where nothing is lost.
  await page.getByRole("button", { name: "New customer" }).first().click();
  await title.fill("Acme");
  await dialog.getByRole("button", { name: "Create customer" }).click();
  await page.getByRole("heading", { level: 1, name: "Acme" }).waitFor();
  await page.goBack();
  await page
    .getByRole("link", { name: "Acme" })
    .or(page.getByRole("row", { name: /Acme/ }))
    .first()
    .waitFor();
  expect(await dialog.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("what was typed on a page is asked for before another tab or page, and not when the session ends", async () => {
  const tenant = await platform().createTenant();
  const device = await tenant.createDevice();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=details`);
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const label = page.getByRole("textbox", { name: "Label" });
  await label.fill("south wall");
  await page.getByRole("tab", { name: "Credentials" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await label.inputValue()).toBe("south wall");
  await page.getByRole("button", { name: "Save device" }).click();
  await page.getByText("The device is saved.").waitFor();
  await page.getByRole("tab", { name: "Credentials" }).click();
  await page.waitForURL(/tab=credentials/);

  await page.goto(`${tenant.rest.baseUrl}/account`);
  await page.getByRole("textbox", { name: "First name" }).fill("Grace");
  await page.getByRole("navigation").getByRole("link", { name: "Devices" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await question.count()).toBe(0);
  expect(complaints).toEqual([]);
});

soakTest("values that stop without a word say so, and go on by themselves", async () => {
  const { tenant, anonymous } = platform();
  const device = await tenant.createDevice();
  const save = (speed: number): Promise<unknown> =>
    tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { speed });
  await save(1);
  const { email: username, password } = TENANT_ADMIN;
  const session = JSON.stringify(await anonymous.post("/api/auth/login", { username, password }));
  const page = await browser().newPage();
  // A user who comes back asks for a new token first, so that a real session is needed.
  await page.addInitScript(`localStorage.setItem("${SESSION_KEY}", ${JSON.stringify(session)})`);
  await page.clock.install();
  const line = await openLine(page);
  await page.goto(`${anonymous.baseUrl}/devices/${device.id}`);
  const isLive = page.getByText("Live", { exact: true });
  await page.getByRole("row", { name: /speed/ }).waitFor();
  // Being asked, the platform answers, and the connection is kept.
  for (const _ of [1, 2, 3]) {
    const heard = line.heard();
    await page.clock.runFor(SILENCE_MILLIS);
    await expect.poll(line.heard).toBeGreaterThan(heard);
  }
  await isLive.waitFor();
  expect(line.opened()).toBe(1);

  line.cut();
  await page.clock.runFor(2 * SILENCE_MILLIS);
  await page.getByText("Reconnecting").waitFor();
  await save(77);
  line.mend();
  await page.clock.runFor(SILENCE_MILLIS);
  await page.getByRole("row", { name: /speed/ }).getByText("77").waitFor();
  await isLive.waitFor();
});

interface Line {
  readonly opened: () => number;
  /** Frames of the platform. */
  readonly heard: () => number;
  /** From now on nothing comes through, and nothing says so. */
  readonly cut: () => void;
  /** What is opened from now on works. */
  readonly mend: () => void;
}

async function openLine(page: Page): Promise<Line> {
  let opened = 0;
  let heard = 0;
  let isCut = false;
  await page.routeWebSocket(/\/api\/ws$/, (route) => {
    const number = ++opened;
    let isDead = isCut;
    const passes = (): boolean => {
      isDead ||= isCut;
      return !isDead;
    };
    const server = route.connectToServer();
    route.onMessage((message) => {
      if (passes()) server.send(message);
    });
    server.onMessage((message) => {
      if (!passes()) return;
      heard++;
      route.send(message);
    });
    if (number > OPENED_MAX) throw new Error("the page opens connection after connection");
  });
  return {
    opened: () => opened,
    heard: () => heard,
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
    },
  };
}
