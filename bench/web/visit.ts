// A browser that nobody has used, with somebody signed in, on the platform that is measured.
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { signInScript } from "../../tools/web-session.ts";
import type { PlatformServer } from "../servers.ts";

const DESKTOP = { width: 1440, height: 900 };

export interface Visit extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly devtools: CDPSession;
}

export async function visit(browser: Browser, server: PlatformServer): Promise<Visit> {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce" });
  await context.addInitScript(signInScript(server.accessToken));
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  return { context, page, devtools, [Symbol.asyncDispose]: () => context.close() };
}
