// A page of the web interface for a user who is signed in, for tests: opens it at an address, and notes what the browser
// complained about. What a page looks like to those who cannot see it is checked by axe-core.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { signInScript } from "../../tools/web-session.ts";
import type { RestClient } from "./rest-client.ts";
import { isEveryCase } from "./seed.ts";

export interface SignedInPage {
  readonly page: Page;
  /** Errors of scripts, refusals of the security policy, files that are missing. */
  readonly complaints: readonly string[];
}

/** The page at this path for the user of this client. */
export async function openSignedIn(browser: BrowserContext, rest: RestClient, path: string): Promise<SignedInPage> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // A refused call is the API's business; the page tells of it.
    const isRefusedCall = /status of 4\d\d/.test(message.text()) && message.location().url.includes("/api/");
    if (message.type() === "error" && !isRefusedCall) complaints.push(message.text());
  });
  const token = (rest.authorization ?? "").replace("Bearer ", "");
  await page.addInitScript(signInScript(token));
  await page.goto(`${rest.baseUrl}${path}`);
  return { page, complaints };
}

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** On the way to other colours each element takes its own time, and the browser ten times as much for all of them. */
const STAND_STILL = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { transition: none !important; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
})()`;
const MOVE_AGAIN = `document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)`;
const DRAWN = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))`;
const SCHEME_NOW = `document.documentElement.getAttribute("data-mantine-color-scheme")`;
const RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"];

type Schemes = "in both schemes" | "in the scheme that is shown";

/**
 * What axe-core finds wrong with the page as it is now, in the words of its rules. Pages that stand for all as they open, and what opens
 * over pages, are looked at in light and in dark in each run; others, and other states, whose colours are the same, in both only in the soak.
 */
export async function accessibilityProblems(
  page: Page,
  schemes: Schemes = isEveryCase ? "in both schemes" : "in the scheme that is shown",
): Promise<readonly string[]> {
  // A page that was looked at before has it already.
  if (await page.evaluate<boolean>("window.axe === undefined")) await page.evaluate(await axeSource());
  // What is about to be replaced is pale.
  await expect.poll(async () => await page.locator("[aria-busy=true]").count()).toBe(0);
  await page.evaluate(STAND_STILL);
  const problems: string[] = [];
  // Beginning with what is shown: drawing a page in other colours takes longer than looking at it.
  const isDark = (await page.evaluate(SCHEME_NOW)) === "dark";
  const [shown, other] = isDark ? (["dark", "light"] as const) : (["light", "dark"] as const);
  for (const colorScheme of schemes === "in both schemes" ? [shown, other] : [shown]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await page.evaluate(DRAWN);
    // What has nothing to do with colours is the same in both.
    const found = await problemsNow(page, colorScheme === shown ? "every rule" : RULES_OF_COLOURS);
    problems.push(...found.map((problem) => `${colorScheme}: ${problem}`));
  }
  await page.evaluate(MOVE_AGAIN);
  return problems;
}

let axe: Promise<string> | undefined;

/** Read once: half a megabyte. */
function axeSource(): Promise<string> {
  return (axe ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
}

async function problemsNow(page: Page, rules: "every rule" | readonly string[]): Promise<readonly string[]> {
  const options = { resultTypes: ["violations"], ...(rules === "every rule" ? {} : { runOnly: rules }) };
  const violations = await page.evaluate<readonly AxeViolation[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
