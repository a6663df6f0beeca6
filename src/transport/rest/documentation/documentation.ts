// The interactive documentation page and the description of the API that it shows. Both need no login, and neither is
// read from the disk, or made, before somebody asks for it. Source: REST contract 19.
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ErrorCode, HttpError } from "../http-status.ts";
import type { RestRoute } from "../route.ts";

export interface DocumentationParts {
  readonly routes: readonly RestRoute[];
  /** Of the product, as `1.0.0`. */
  readonly version: string;
}

const DESCRIPTION_PATHS = ["/v3/api-docs", "/v3/api-docs/bridgehead"] as const;
const PAGE = "/swagger-ui/";

/** Nothing but files of this server: no inline script or style, nothing from elsewhere. */
const PAGE_HEADERS = {
  "content-security-policy": "default-src 'self'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
} as const;

interface File {
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

export class Documentation {
  readonly #parts: DocumentationParts;
  #description: Promise<File> | undefined;

  constructor(parts: DocumentationParts) {
    this.#parts = parts;
  }

  install(app: FastifyInstance): void {
    const open = { config: { access: "open" } } as const;
    for (const path of DESCRIPTION_PATHS)
      app.get(path, open, async (request, reply) => send(await this.#describe(), request, reply));
    // Relative, so that they lead back through whatever proxy the browser came by.
    for (const path of ["/swagger-ui", "/swagger-ui.html"])
      app.get(path, open, (_request, reply) => reply.code(302).header("location", "swagger-ui/").send());
    app.get(PAGE, open, (request, reply) => this.#sendPageFile("index.html", request, reply));
    app.get<{ Params: { file: string } }>(`${PAGE}:file`, open, (request, reply) =>
      this.#sendPageFile(request.params.file, request, reply),
    );
  }

  #describe(): Promise<File> {
    this.#description ??= this.#makeDescription();
    return this.#description;
  }

  async #makeDescription(): Promise<File> {
    const { describeApi } = await import("../openapi/document.ts");
    const { routes, version } = this.#parts;
    const bytes = Buffer.from(JSON.stringify(describeApi(routes, version)));
    return { contentType: "application/json; charset=utf-8", bytes, etag: etagOf(bytes) };
  }

  async #sendPageFile(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { findPageFile } = await import("./page-files.ts");
    const found = await findPageFile(name);
    if (found === undefined) throw new HttpError(404, ErrorCode.NOT_FOUND, "the documentation page has no such file");
    return send({ ...found, etag: etagOf(found.bytes) }, request, reply.headers(PAGE_HEADERS));
  }
}

/** Answers that the browser's copy is the present one, or sends the file. A copy is asked about each time. */
function send({ contentType, bytes, etag }: File, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header("etag", etag).header("cache-control", "no-cache");
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.header("content-type", contentType).send(bytes);
}

function etagOf(bytes: Buffer): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
}
