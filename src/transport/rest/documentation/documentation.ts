// The interactive documentation page and the API description it shows. Neither needs a login, and neither is read from
// disk or generated before its first request. Source: REST contract 19.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ErrorCode, HttpError } from "../http-status.ts";
import { PAGE_HEADERS, sendFile, tagged, type TaggedFile } from "../page-answer.ts";
import type { RestRoute } from "../route.ts";

export interface DocumentationDeps {
  readonly routes: readonly RestRoute[];
  /** Version of the product, such as `1.0.0`. */
  readonly version: string;
}

const DESCRIPTION_PATHS = ["/v3/api-docs", "/v3/api-docs/bridgehead"] as const;
const PAGE = "/swagger-ui/";

export class Documentation {
  readonly #deps: DocumentationDeps;
  #description: Promise<TaggedFile> | undefined;

  constructor(deps: DocumentationDeps) {
    this.#deps = deps;
  }

  install(app: FastifyInstance): void {
    const open = { config: { access: "open" } } as const;
    for (const path of DESCRIPTION_PATHS)
      app.get(path, open, async (request, reply) => sendFile(await this.#describe(), request, reply));
    // Relative redirects, so that they work through any proxy.
    for (const path of ["/swagger-ui", "/swagger-ui.html"])
      app.get(path, open, (_request, reply) => reply.code(302).header("location", "swagger-ui/").send());
    app.get(PAGE, open, (request, reply) => this.#sendPageFile("index.html", request, reply));
    app.get<{ Params: { file: string } }>(`${PAGE}:file`, open, (request, reply) =>
      this.#sendPageFile(request.params.file, request, reply),
    );
  }

  #describe(): Promise<TaggedFile> {
    this.#description ??= this.#makeDescription();
    return this.#description;
  }

  async #makeDescription(): Promise<TaggedFile> {
    const { describeApi } = await import("../openapi/document.ts");
    const { routes, version } = this.#deps;
    const bytes = Buffer.from(JSON.stringify(describeApi(routes, version)));
    return tagged({ contentType: "application/json; charset=utf-8", bytes });
  }

  async #sendPageFile(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { findPageFile } = await import("./page-files.ts");
    const found = await findPageFile(name);
    if (found === undefined) throw new HttpError(404, ErrorCode.NOT_FOUND, "the documentation page has no such file");
    return sendFile(tagged(found), request, reply.headers(PAGE_HEADERS));
  }
}
