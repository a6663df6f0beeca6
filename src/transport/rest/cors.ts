// Lets pages of other origins call the API. Scripts set credentials in a header, never in a cookie, so any origin may
// be allowed. Source: REST contract 1.1.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export interface CorsOptions {
  /** Origins that may call. `*` stands for any characters; a lone `*` allows all origins. */
  readonly originPatterns: readonly string[];
  /** A lone `*` allows all methods of the API. */
  readonly methods: readonly string[];
  /** A lone `*` allows any header that a page requests. */
  readonly headers: readonly string[];
  /** How long a browser may cache the answer to a preflight. */
  readonly maxAgeSeconds: number;
}

const METHODS = "GET, HEAD, POST, PUT, DELETE, OPTIONS";

export class Cors {
  readonly #allowsAll: boolean;
  readonly #patterns: readonly RegExp[];
  readonly #methods: string;
  readonly #headers: string | undefined;
  readonly #maxAge: string;

  constructor(options: CorsOptions) {
    this.#allowsAll = options.originPatterns.includes("*");
    this.#patterns = options.originPatterns.map(toPattern);
    this.#methods = options.methods.includes("*") ? METHODS : options.methods.join(", ");
    this.#headers = options.headers.includes("*") ? undefined : options.headers.join(", ");
    this.#maxAge = String(options.maxAgeSeconds);
  }

  /** Writes the headers that let the page read this answer, including the response headers in `exposed`. */
  allow(request: FastifyRequest, reply: FastifyReply, exposed: string): void {
    const origin = this.#allowedOrigin(request);
    if (!this.#allowsAll) reply.header("vary", "Origin");
    if (origin === undefined) return;
    reply.header("access-control-allow-origin", origin).header("access-control-expose-headers", exposed);
  }

  #allowedOrigin({ headers: { origin } }: FastifyRequest): string | undefined {
    if (this.#allowsAll) return "*";
    return origin !== undefined && this.#patterns.some((pattern) => pattern.test(origin)) ? origin : undefined;
  }

  /**
   * Answers preflights for every path under `prefix`, without a body. Pages may send the `needed` headers there
   * whatever the settings list.
   */
  answerPreflights(app: FastifyInstance, prefix: string, needed: readonly string[] = []): void {
    app.options(`${prefix}/*`, { config: { access: "open" } }, (request, reply) => {
      if (reply.hasHeader("access-control-allow-origin")) {
        // A literal * would not cover Authorization, so the requested headers are repeated.
        const headers =
          this.#headers === undefined
            ? request.headers["access-control-request-headers"]
            : [this.#headers, ...needed].filter((each) => each !== "").join(", ");
        reply.header("access-control-allow-methods", this.#methods).header("access-control-max-age", this.#maxAge);
        if (headers !== undefined) reply.header("access-control-allow-headers", headers);
      }
      return reply.code(204).send();
    });
  }
}

function toPattern(pattern: string): RegExp {
  return new RegExp(`^${pattern.split("*").map(escapeForPattern).join(".*")}$`, "i");
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
