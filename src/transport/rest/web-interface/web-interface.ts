// The web interface, as its build left it: one page for every address that it knows, and files whose names change with
// their content. Nothing is kept in memory; what browsers keep, they keep for good.
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ErrorCode, HttpError } from "../http-status.ts";
import { PAGE_HEADERS } from "../page-answer.ts";
import { WebFiles } from "./web-files.ts";

/** First segments of the addresses that the web interface knows; `web/app/router.tsx` has the pages. */
const PLACES = [
  "account",
  "activationLinkExpired",
  "api-keys",
  "audit",
  "customers",
  "devices",
  "embed",
  "gateways",
  "health",
  "limits",
  "login",
  "overview",
  "passwordResetLinkExpired",
  "profiles",
  "security",
  "show",
  "start",
  "tenant-profiles",
  "tenants",
  "users",
  "views",
] as const;

const NONCE_MARK = "__NONCE__";
const NONCE_BYTES = 18;

/** Names in this folder carry a hash of their content. */
const HASHED_FOLDER = "/assets/";
const FOR_GOOD = "public, max-age=31536000, immutable";
const ASK_EACH_TIME = "no-cache";

export class WebInterface {
  readonly #files: WebFiles;

  /** `folder` holds the build. Without one, every page says how to make it. */
  constructor(folder: URL) {
    this.#files = new WebFiles(folder);
  }

  install(app: FastifyInstance): void {
    const open = { config: { access: "open" } } as const;
    const showPage = (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => this.#showPage(reply);
    app.get("/", open, showPage);
    for (const place of PLACES) {
      app.get(`/${place}`, open, showPage);
      app.get(`/${place}/*`, open, showPage);
    }
    for (const path of ["/favicon.svg", "/color-scheme.js", `${HASHED_FOLDER}*`])
      app.get(path, open, (request, reply) => this.#sendFile(request, reply));
  }

  async #showPage(reply: FastifyReply): Promise<FastifyReply> {
    const html = await this.#files.readPage();
    if (html === undefined)
      throw new HttpError(503, ErrorCode.GENERAL, "the web interface has not been built; `npm start` builds it");
    const nonce = randomBytes(NONCE_BYTES).toString("base64url");
    return reply
      .headers({ ...PAGE_HEADERS, ...pageHeaders(nonce) })
      .header("content-type", "text/html; charset=utf-8")
      .send(html.replaceAll(NONCE_MARK, nonce));
  }

  async #sendFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path = ""] = request.url.split("?", 1);
    const found = await this.#files.find(path, request.headers["accept-encoding"] ?? "");
    if (found === undefined) throw new HttpError(404, ErrorCode.NOT_FOUND, "the web interface has no such file");
    if (found.encoding !== undefined) reply.header("content-encoding", found.encoding);
    return reply
      .headers(PAGE_HEADERS)
      .header("vary", "accept-encoding")
      .header("cache-control", path.startsWith(HASHED_FOLDER) ? FOR_GOOD : ASK_EACH_TIME)
      .header("content-type", found.contentType)
      .send(found.bytes);
  }
}

/** Addresses may hold the token of a link: they are told to nobody. Styles that libraries make carry the nonce. */
function pageHeaders(nonce: string): Readonly<Record<string, string>> {
  return {
    "content-security-policy": [
      "default-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; "),
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  };
}
