// The documentation page in a browser, for tests: opens it, authorizes, runs calls, and notes what the browser sent and
// what it complained about.
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "../../tools/browser.ts";
import { SESSION_KEY } from "../../tools/web-session.ts";

/** On a busy machine a browser takes its time. */
const WAIT_MILLIS = 120_000;

export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

export interface SentCall {
  /** As `GET /api/auth/user`. */
  readonly call: string;
  /** Every value of the header X-Authorization; none where it was not sent. */
  readonly credentials: readonly string[];
}

/** Of all files that share this process, and ends with it. */
let browser: Promise<Browser> | undefined;

/** The site of every platform of a test, whatever its port. */
const SITE = "http://127.0.0.1/";

/** A profile of the browser for all tests of the file, with its cache, and one process for all their pages while one of them is open. */
export function useBrowser(options: BrowserContextOptions = {}): () => BrowserContext {
  let context: BrowserContext | undefined;
  beforeAll(async () => {
    browser ??= launchBrowser(["--process-per-site"]);
    context = await (await browser).newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(WAIT_MILLIS);
    const first = await context.newPage();
    await first.route(SITE, (route) => route.fulfill({ body: "" }));
    await first.goto(SITE);
  });
  afterAll(async () => {
    await context?.close();
    context = undefined;
  });
  return () => {
    if (context === undefined) throw new Error("the browser has not been started");
    return context;
  };
}

/** But for the first, which keeps the process that the next ones are to have. */
export async function closePages(context: BrowserContext): Promise<void> {
  for (const page of context.pages().slice(1)) await page.close();
}

export class DocumentationPage implements AsyncDisposable {
  readonly page: Page;
  /** What the browser complained about: errors of scripts, refusals of the security policy, files that are missing. */
  readonly complaints: string[] = [];

  /** The browser tells the headers of a call later than the call, and perhaps in another order. */
  readonly #sent: Promise<SentCall>[] = [];

  private constructor(page: Page) {
    this.page = page;
  }

  /** The page at a platform, for a user who has this session in the web interface, and nothing else in the browser. */
  static async open(browser: BrowserContext, baseUrl: string, session?: TokenPair): Promise<DocumentationPage> {
    const page = await browser.newPage();
    const opened = new DocumentationPage(page);
    await page.goto(`${baseUrl}/swagger-ui/favicon.svg`);
    await page.evaluate("localStorage.clear()");
    if (session !== undefined) await opened.storeSession(session);
    opened.#listen();
    await page.goto(`${baseUrl}/swagger-ui/`);
    await page.waitForSelector(".opblock-tag");
    return opened;
  }

  #listen(): void {
    this.page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith("/api/")) return;
      this.#sent.push(sentCall(request));
    });
    this.page.on("pageerror", (error) => this.complaints.push(error.message));
    this.page.on("console", (message) => {
      // A refused call is the API's business; it is looked at in the answer.
      const isRefusedCall = /status of 4\d\d/.test(message.text()) && message.location().url.includes("/api/");
      // The picture by which the session was put into the browser has no icon.
      const isIcon = message.location().url.endsWith("/favicon.ico");
      if (message.type() === "error" && !isRefusedCall && !isIcon) this.complaints.push(message.text());
    });
    this.page.on("requestfailed", (request) => this.complaints.push(`failed: ${request.url()}`));
  }

  /** What the page sent to the API, in order. */
  sent(): Promise<readonly SentCall[]> {
    return Promise.all(this.#sent);
  }

  /** What the web interface does when its user logs in, or another tab when it has refreshed. */
  async storeSession(session: TokenPair): Promise<void> {
    await this.page.evaluate(
      `localStorage.setItem(${JSON.stringify(SESSION_KEY)}, ${JSON.stringify(JSON.stringify(session))})`,
    );
  }

  /** All that the browser would keep when the page is closed. */
  async stored(): Promise<string> {
    return String(
      await this.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"),
    );
  }

  async logIn(email: string, password: string): Promise<void> {
    await this.page.click("#open-authorize");
    await this.page.fill("#login-name", email);
    await this.page.fill("#login-password", password);
    await this.page.click("#login-button");
    await this.page.waitForSelector("#login-present:not([hidden])");
    await this.page.keyboard.press("Escape");
  }

  async useKey(key: string): Promise<void> {
    await this.page.click("#open-authorize");
    await this.page.fill("#key", key);
    await this.page.click("#key-button");
    await this.page.waitForSelector("#key-present:not([hidden])");
    await this.page.keyboard.press("Escape");
  }

  async signOutOfPage(): Promise<void> {
    await this.page.click("#open-authorize");
    await this.page.click("#session-sign-out");
    await this.page.keyboard.press("Escape");
  }

  /** Runs `GET /api/auth/user`; the status and the text of the answer, as the page shows them. */
  async runCurrentUser(): Promise<{ readonly status: string; readonly text: string }> {
    const operation = "#operations-login-getUser";
    if (!(await this.page.isVisible(operation))) await this.page.click("#operations-tag-login");
    if (!(await this.page.isVisible(`${operation} .execute`)))
      await this.page.click(`${operation} .opblock-summary-control`);
    const isAgain = await this.page.isVisible(`${operation} .btn-clear`);
    if (isAgain) await this.page.click(`${operation} .btn-clear`);
    await this.page.click(`${operation} .execute`);
    const row = this.page.locator(`${operation} .live-responses-table tr.response`);
    await row.waitFor();
    return {
      status: (await row.locator(".response-col_status").innerText()).trim().split(/\s/)[0] ?? "",
      text: await row.locator(".response-col_description").innerText(),
    };
  }

  /** The command that the page shows for the call. */
  async curl(): Promise<string> {
    return (await this.page.textContent("#operations-login-getUser .curl-command pre")) ?? "";
  }

  /**
   * Goes through the resources one after the other, because the page leaves out of a long list what cannot be seen, and
   * opens the first call of each. Returns how many calls are listed.
   */
  async walk(): Promise<number> {
    const tags = await this.page.locator(".opblock-tag button.expand-operation").all();
    const blocks = this.page.locator(".opblock");
    let calls = 0;
    for (const tag of tags) {
      await tag.dispatchEvent("click");
      await blocks.first().waitFor();
      calls += await blocks.count();
      await this.page.locator(".opblock-summary-control").first().dispatchEvent("click");
      await this.page.locator(".opblock.is-open").waitFor();
      await tag.dispatchEvent("click");
      await blocks.first().waitFor({ state: "detached" });
    }
    return calls;
  }

  /** What the bar says about the credentials of the next call. */
  async sentAs(): Promise<string> {
    return (await this.page.textContent(".bar .sent-as")) ?? "";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.close();
  }
}

async function sentCall(request: Request): Promise<SentCall> {
  const headers = await request.headersArray();
  const credentials = headers.filter(({ name }) => /^(x-)?authorization$/i.test(name)).map(({ value }) => value);
  return { call: `${request.method()} ${new URL(request.url()).pathname}`, credentials };
}
