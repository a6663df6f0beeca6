// A tab of a browser in which the pages of a showcase are opened one after the other, and that knows when one has settled.
import type { BrowserContext, Page } from "playwright-core";
import { keptSession, SESSION_KEY } from "../web-session.ts";
import type { ShownPage } from "./pages.ts";
import type { Showcase } from "./showcase.ts";

const QUIET_MILLIS_MAX = 8_000;
const CALM_MILLIS_MAX = 60_000;
/** What loads in steps is calm for a moment between them. */
const CALM_MILLIS = 150;
/** Resolves when something is there and nothing loads or is on its way to another look; with false, when that takes too long. */
const CALM = `new Promise((resolve) => {
  const startedAt = performance.now();
  let restlessAt = startedAt;
  const look = () => {
    const now = performance.now();
    const isEmpty = document.querySelector("h1, h2") === null;
    const loads = document.querySelector(".mantine-Skeleton-root, .mantine-Loader-root, [data-loading]") !== null;
    const moves = document.getAnimations().some((animation) => animation instanceof CSSTransition);
    if (isEmpty || loads || moves) restlessAt = now;
    if (now - restlessAt > ${String(CALM_MILLIS)}) resolve(true);
    else if (now - startedAt > ${String(CALM_MILLIS_MAX)}) resolve(false);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

export class PageViewer {
  readonly page: Page;
  /** What the browser complained about since the page was opened: errors of scripts, refusals of the security policy. */
  complaints: string[] = [];
  readonly #showcase: Showcase;
  /** Whose session is in the browser. */
  #viewer: ShownPage["viewer"] | undefined;

  private constructor(page: Page, showcase: Showcase) {
    this.page = page;
    this.#showcase = showcase;
  }

  static async open(browser: BrowserContext, showcase: Showcase): Promise<PageViewer> {
    const viewer = new PageViewer(await browser.newPage(), showcase);
    viewer.page.on("pageerror", (error) => viewer.complaints.push(error.message));
    viewer.page.on("console", (message) => {
      // A refused call is the API's business; the page tells of it. The page on which nobody is yet has no icon.
      const isExpected =
        /status of 4\d\d/.test(message.text()) && /\/api(Analytics)?\/|\/favicon.ico$/.test(message.location().url);
      if (message.type() === "error" && !isExpected) viewer.complaints.push(message.text());
    });
    return viewer;
  }

  /** Resolves when everything the page asked for has come and nothing moves any more. */
  async show({ viewer, path, act }: ShownPage): Promise<void> {
    const { platform } = this.#showcase;
    if (viewer !== this.#viewer) await this.#signIn(viewer);
    this.complaints = [];
    await this.page.goto(`${platform.http}${path}`);
    await this.settle();
    if (act === undefined) return;
    await act(this.page);
    await this.settle();
  }

  async #signIn(viewer: ShownPage["viewer"]): Promise<void> {
    const { platform, viewers } = this.#showcase;
    const token = viewers[viewer].authorization?.replace("Bearer ", "");
    const session = token === undefined ? null : keptSession(token);
    // On a page without scripts, so that no page of before sees the session change.
    await this.page.goto(`${platform.http}/favicon.svg`);
    await this.page.evaluate(
      ([key, value]) => {
        if (value === null || value === undefined) localStorage.removeItem(String(key));
        else localStorage.setItem(String(key), value);
      },
      [SESSION_KEY, session],
    );
    this.#viewer = viewer;
  }

  async settle(): Promise<void> {
    // A page that asks again and again is never quiet for long.
    await this.page.waitForLoadState("networkidle", { timeout: QUIET_MILLIS_MAX }).catch(() => undefined);
    if (!(await this.page.evaluate<boolean>(CALM))) this.complaints.push("the page goes on loading or moving");
  }
}
