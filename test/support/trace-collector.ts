// A collector of traces over OTLP/HTTP, which keeps what it gets.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { member } from "./rest-client.ts";

export interface CollectedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isFailed: boolean;
}

export class TraceCollector {
  readonly posts: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: unknown }[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", (request, response) => {
      void text(request).then((body) => {
        this.posts.push({ path: request.url ?? "", headers: request.headers, body: JSON.parse(body) });
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      });
    });
  }

  static async start(): Promise<TraceCollector> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new TraceCollector(server);
  }

  get endpoint(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  spans(): readonly CollectedSpan[] {
    const found = this.posts.flatMap(
      ({ body }) => member(body, "resourceSpans", "0", "scopeSpans", "0", "spans") as unknown[],
    );
    return found.map((span) => {
      const attributes = member(span, "attributes") as readonly { key: string; value: Record<string, unknown> }[];
      return {
        ...(span as Omit<CollectedSpan, "attributes" | "isFailed">),
        attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
        isFailed: member(span, "status", "code") === 2,
      };
    });
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
