// Serves the built web interface: one page for every address it knows, and files whose names change with their content.
// The server caches nothing; browsers keep those files permanently.
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isUuid, parseId, type DashboardId, type ViewId } from "../../../core/ids.ts";
import type { LinkTarget } from "../../../core/shared-by-link.ts";
import type { UnknownPage } from "../error-handler.ts";
import { ErrorCode, HttpError } from "../http-status.ts";
import { PAGE_HEADERS } from "../page-answer.ts";
import { WebFiles } from "./web-files.ts";
import { textMember } from "../../../lib/members.ts";

/** Knows the sites for which a share link is meant. */
export interface EmbeddingLinks {
  originsOf(token: string, target: LinkTarget): Promise<readonly string[]>;
}

/** First path segments of the web interface; the pages are in `web/app/router.tsx`. */
const FIRST_SEGMENTS = [
  "account",
  "activationLinkExpired",
  "api-keys",
  "audit",
  "customers",
  "dashboards",
  "devices",
  "gateways",
  "health",
  "help",
  "limits",
  "login",
  "overview",
  "passwordResetLinkExpired",
  "packages",
  "profiles",
  "rollouts",
  "security",
  "show",
  "start",
  "tenant-profiles",
  "tenants",
  "users",
  "views",
] as const;

/** First path segments of programs, whose errors are JSON also in a browser. */
const OF_PROGRAMS: ReadonlySet<string> = new Set([
  ...["actuator", "api", "apiAnalytics", "assets", "metrics"],
  ...["swagger-ui", "swagger-ui.html", "v1", "v2", "v3"],
]);

/** No site may show the page in a frame. */
const NOWHERE: readonly string[] = [];

/** What the page gets from its server stands in its head as `<meta>`. */
const NONCE_MARK = "__NONCE__";
const TILES_MARK = "__MAP_TILES__";
const ATTRIBUTION_MARK = "__MAP_ATTRIBUTION__";
const NONCE_BYTES = 18;

/** File names in this folder contain a hash of their content. */
const HASHED_FOLDER = "/assets/";
const FOR_GOOD = "public, max-age=31536000, immutable";
const ASK_EACH_TIME = "no-cache";

/** The only pages that other sites may show in a frame, if their link allows it. Source: analytics contract 4.3, 6.3. */
const EMBEDDED = { view: "/embed/:id", dashboard: "/embed/dashboards/:id" } as const;

export interface MapTiles {
  /** With {z}, {x} and {y} for level, column and row. */
  readonly url: string;
  /** What maps say about their source, in Markdown; possibly nothing. */
  readonly attribution: string;
}

export class WebInterface {
  readonly #files: WebFiles;
  readonly #links: EmbeddingLinks;
  readonly #tiles: MapTiles | undefined;

  /** `folder` contains the build. Without a build, every page explains how to make one. `tiles`: of maps; undefined, they have none. */
  constructor(folder: URL, links: EmbeddingLinks, tiles: MapTiles | undefined) {
    this.#files = new WebFiles(folder);
    this.#links = links;
    this.#tiles = tiles;
  }

  install(app: FastifyInstance): void {
    const open = { config: { access: "open" } } as const;
    const showPage = (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      this.#showPage(reply, NOWHERE);
    app.get("/", open, showPage);
    for (const segment of FIRST_SEGMENTS) {
      app.get(`/${segment}`, open, showPage);
      app.get(`/${segment}/*`, open, showPage);
    }
    app.get(EMBEDDED.view, open, async (request, reply) =>
      this.#showPage(reply, await this.#sitesOf(request, (id) => ({ kind: "view", id: parseId<ViewId>(id, "id") }))),
    );
    app.get(EMBEDDED.dashboard, open, async (request, reply) =>
      this.#showPage(
        reply,
        await this.#sitesOf(request, (id) => ({ kind: "dashboard", id: parseId<DashboardId>(id, "id") })),
      ),
    );
    for (const path of ["/favicon.svg", "/color-scheme.js", `${HASHED_FOLDER}*`])
      app.get(path, open, (request, reply) => this.#sendFile(request, reply));
  }

  /** The page that says so, for a browser that opens an address which is none; nothing has been built: not answered. */
  readonly showUnknown: UnknownPage = async (request, reply) => {
    const [, first = ""] = request.url.split(/[/?]/, 2);
    const isOpened = request.method === "GET" && (request.headers.accept ?? "").includes("text/html");
    if (!isOpened || OF_PROGRAMS.has(first) || !(await this.#files.isBuilt())) return false;
    await this.#showPage(reply.code(404), NOWHERE);
    return true;
  };

  /** The sites of the link in the address; none if there is no valid link for what the page shows. */
  async #sitesOf({ params, query }: FastifyRequest, targetOf: (id: string) => LinkTarget): Promise<readonly string[]> {
    const [link, id] = [textMember(query, "link"), textMember(params, "id")];
    if (link === undefined || id === undefined || !isUuid(id)) return NOWHERE;
    return await this.#links.originsOf(link, targetOf(id));
  }

  async #showPage(reply: FastifyReply, sites: readonly string[]): Promise<FastifyReply> {
    const html = await this.#files.readPage();
    if (html === undefined)
      throw new HttpError(503, ErrorCode.GENERAL, "the web interface has not been built; `npm start` builds it");
    const nonce = randomBytes(NONCE_BYTES).toString("base64url");
    const { url, attribution } = this.#tiles ?? { url: "", attribution: "" };
    const images = url === "" ? [] : [new URL(url).origin];
    void reply.headers({ ...PAGE_HEADERS, ...pageHeaders(nonce, images, sites) });
    // X-Frame-Options cannot list sites: browsers that evaluate both headers would block all of them.
    if (sites.length > 0) void reply.removeHeader("x-frame-options");
    const page = html
      .replace(TILES_MARK, () => attributeText(url))
      .replace(ATTRIBUTION_MARK, () => attributeText(attribution))
      .replaceAll(NONCE_MARK, nonce);
    return reply.header("content-type", "text/html; charset=utf-8").send(page);
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

/** For an attribute of HTML in quotation marks. */
function attributeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** An address may contain the token of a link, so no referrer is sent. Styles created by libraries carry the nonce. */
function pageHeaders(
  nonce: string,
  images: readonly string[],
  sites: readonly string[],
): Readonly<Record<string, string>> {
  return {
    "content-security-policy": [
      "default-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      ["img-src 'self' data:", ...images].join(" "),
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${sites.length === 0 ? "'none'" : sites.join(" ")}`,
    ].join("; "),
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  };
}
