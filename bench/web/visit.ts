// A browser that nobody has used, with somebody signed in, on the platform that is measured.
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import type { PlatformServer } from "../servers.ts";

/** Where the web interface keeps its session. */
const SESSION_KEY = "bridgehead.session";
const DESKTOP = { width: 1440, height: 900 };

export interface Visit extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly devtools: CDPSession;
}

export async function visit(browser: Browser, server: PlatformServer): Promise<Visit> {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce" });
  const session = JSON.stringify({ token: server.accessToken, refreshToken: "none" });
  await context.addInitScript(`localStorage.setItem("${SESSION_KEY}", ${JSON.stringify(session)})`);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  return { context, page, devtools, [Symbol.asyncDispose]: () => context.close() };
}
