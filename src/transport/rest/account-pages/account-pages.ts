// The pages that links to an account lead to: setting a first password, replacing a forgotten one, and what to do when a
// link has expired. They need no login; the token of the link goes from the browser to the API, not through here.
// Source: REST contract 2.2, the places that it redirects to.
import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { PAGE_HEADERS, sendFile, tagged } from "../page-answer.ts";

const HTML = "text/html; charset=utf-8";

interface PageSource {
  readonly contentType: string;
  readonly address: URL;
}

const own = (name: string, contentType: string): PageSource => ({
  contentType,
  address: new URL(`page/${name}`, import.meta.url),
});

/** A closed table: no name that a browser sends becomes a path. */
const PAGES: ReadonlyMap<string, PageSource> = new Map([
  ["/login/createPassword", own("set-password.html", HTML)],
  ["/login/resetPassword", own("set-password.html", HTML)],
  ["/activationLinkExpired", own("activation-link-expired.html", HTML)],
  ["/passwordResetLinkExpired", own("reset-link-expired.html", HTML)],
  ["/login/account.css", own("account.css", "text/css; charset=utf-8")],
  ["/login/set-password.js", own("set-password.js", "text/javascript; charset=utf-8")],
  [
    "/login/favicon.svg",
    { contentType: "image/svg+xml", address: new URL("../documentation/page/favicon.svg", import.meta.url) },
  ],
]);

/** The address of a page holds a token that sets a password: it is told to nobody. */
const HEADERS = { ...PAGE_HEADERS, "referrer-policy": "no-referrer" } as const;

export class AccountPages {
  install(app: FastifyInstance): void {
    for (const [path, { contentType, address }] of PAGES)
      app.get(path, { config: { access: "open" } }, async (request, reply) =>
        sendFile(tagged({ contentType, bytes: await readFile(address) }), request, reply.headers(HEADERS)),
      );
  }
}
