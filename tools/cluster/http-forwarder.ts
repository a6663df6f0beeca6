// HTTP in front of the nodes: each request goes to the next node, with the address of its client, and to another where the
// first cannot be reached, or has gone before it answered a request that only reads. WebSockets stay with theirs.
import {
  Agent,
  createServer,
  request as requestTo,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { Transform } from "node:stream";
import type { Clock } from "../../src/lib/clock.ts";
import { containedIn } from "../../src/lib/networks.ts";
import { answerUnparsed } from "../../src/transport/rest/error-handler.ts";
import type { Backend, Backends } from "./backends.ts";
import type { JoinedSockets } from "./joined-sockets.ts";

/** Which are too large, the nodes say. */
const HEADER_BYTES_MAX = 1 << 18;
/** Longer than clients keep a connection that they do not use. */
const IDLE_MILLIS_MAX = 120_000;

/** Shorter than nodes keep a connection: a request must not go out on one that its node is closing. */
const UNUSED_MILLIS_MAX = 30_000;

const FOR = "x-forwarded-for";
const PROTO = "x-forwarded-proto";
const FORWARDED_HOST = "x-forwarded-host";

/** They concern one connection, or are for the balancer to say. */
const DROPPED = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "forwarded",
  FOR,
  FORWARDED_HOST,
  PROTO,
]);
/** What follows the head of a request for an upgrade goes to its node as it comes. */
const UPGRADING = new Set(["upgrade", "transfer-encoding"]);
const REPEATABLE = new Set(["GET", "HEAD", "OPTIONS"]);

type Header = readonly [name: string, value: string];

export interface HttpForwarderDeps {
  readonly backends: Backends;
  readonly sockets: JoinedSockets;
  readonly clock: Clock;
}

export class HttpForwarder {
  readonly server: Server;
  readonly #backends: Backends;
  readonly #sockets: JoinedSockets;
  readonly #isTrusted: (address: string) => boolean;
  readonly #agent = new Agent({ keepAlive: true, timeout: UNUSED_MILLIS_MAX });
  /** Forwarded and not yet answered to the end. */
  readonly #open = new Map<ClientRequest, Backend>();

  constructor({ backends, sockets, clock }: HttpForwarderDeps, trustedProxies: readonly string[]) {
    this.#backends = backends;
    this.#sockets = sockets;
    this.#isTrusted = containedIn(trustedProxies);
    backends.onSilence((backend) => {
      for (const [forwarded, node] of this.#open) if (node === backend) forwarded.destroy();
    });
    const options = { maxHeaderSize: HEADER_BYTES_MAX, keepAliveTimeout: IDLE_MILLIS_MAX, requestTimeout: 0 };
    this.server = createServer(options);
    this.server.on("request", (request, response) => this.#forward(request, response));
    // The node says whether it wants the body.
    this.server.on("checkContinue", (request, response) => this.#forward(request, response));
    // In the words of nodes, which get nothing of what is no HTTP: its end alone may be a request to them.
    this.server.on("clientError", (error: Error, socket: Socket) => answerUnparsed(error, socket, clock.now()));
    this.server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
      const client = this.#clientOf(request);
      if (client === undefined) socket.destroy();
      else void this.#sockets.join(socket, "http", [upgradeHead(request, client), head]);
    });
  }

  end(): void {
    this.server.closeAllConnections();
    this.#agent.destroy();
  }

  /**
   * What a client says of itself is replaced; what a trusted proxy in front says of its client goes on. Undefined: it has gone, and
   * nobody knows who it was.
   */
  #clientOf({ socket, headers }: IncomingMessage): readonly Header[] | undefined {
    const address = socket.remoteAddress;
    if (address === undefined) return undefined;
    const said = this.#isTrusted(address) ? headers : {};
    const [before, protocol = "http", host] = [FOR, PROTO, FORWARDED_HOST].map((name) => said[name]?.toString());
    return [
      [FOR, before === undefined ? address : `${before}, ${address}`],
      [PROTO, protocol],
      ...(host === undefined ? [] : [[FORWARDED_HOST, host] as const]),
    ];
  }

  #forward(request: IncomingMessage, response: ServerResponse, nodes = this.#backends.inTurn()): void {
    const client = this.#clientOf(request);
    if (client === undefined) return;
    const [node, ...others] = nodes;
    if (node === undefined) {
      response.writeHead(503, { "content-type": "text/plain" }).end("no node answers\n");
      return;
    }
    let isSent = false;
    let isAnswered = false;
    const { method = "GET", url = "/" } = request;
    const options: RequestOptions = {
      host: node.host,
      port: node.ports.http,
      agent: this.#agent,
      method,
      path: url,
      headers: forwardedHeaders(request, client),
    };
    const forwarded = requestTo(options, (answer) => {
      isAnswered = true;
      sendBack(answer, response);
    });
    this.#open.set(forwarded, node);
    forwarded.once("close", () => this.#open.delete(forwarded));
    forwarded.on("continue", () => response.writeContinue());
    forwarded.on("information", ({ statusCode }) => {
      if (statusCode === 102) response.writeProcessing();
    });
    // Not before there is a connection: what one node has not read, another is to get.
    forwarded.on("socket", (socket) => {
      const send = (): void => {
        isSent = true;
        if (request.readableEnded) forwarded.end();
        else request.pipe(afterReading()).pipe(forwarded);
      };
      if (socket.connecting) socket.once("connect", send);
      else send();
    });
    forwarded.on("error", () => {
      // A node may answer before it has the whole body, and take no more of it.
      if (isAnswered || response.destroyed) return;
      if (!isSent) this.#backends.missed(node);
      if (!isSent || isRepeatable(request)) this.#forward(request, response, others);
      else response.writeHead(502, { "content-type": "text/plain" }).end(`${node.name} has gone without an answer\n`);
    });
    response.once("close", () => {
      if (!response.writableFinished) forwarded.destroy();
    });
  }
}

/**
 * Each piece of a body in a turn of its own, after what has come from the node: writing to a node that has answered and closed would
 * lose its answer.
 */
function afterReading(): Transform {
  return new Transform({ transform: (piece: Buffer, _, done) => void setImmediate(done, undefined, piece) });
}

function isRepeatable({ method = "", headers }: IncomingMessage): boolean {
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return REPEATABLE.has(method) && !hasBody;
}

function sendBack(answer: IncomingMessage, response: ServerResponse): void {
  const headers = pairsOf(answer.rawHeaders).filter(isForwarded);
  if (answer.headers.connection === "close") headers.push(["connection", "close"]);
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers.flat());
  answer.on("error", () => undefined);
  answer.pipe(response);
  answer.once("close", () => {
    if (!answer.complete) response.destroy();
  });
}

/** Names and values in turn, as the client sent them. */
function forwardedHeaders(request: IncomingMessage, client: readonly Header[]): readonly string[] {
  const hasPieces = request.headers["transfer-encoding"] !== undefined;
  const framing: Header[] = hasPieces ? [["transfer-encoding", "chunked"]] : [];
  return [...pairsOf(request.rawHeaders).filter(isForwarded), ...framing, ...client].flat();
}

/** A node that makes no upgrade closes the connection with its answer: another request would go to it as its client wrote it. */
function upgradeHead(request: IncomingMessage, client: readonly Header[]): Buffer {
  const { method = "GET", url = "/", rawHeaders } = request;
  const isMeant = (header: Header): boolean => UPGRADING.has(header[0].toLowerCase()) || isForwarded(header);
  const headers = [...pairsOf(rawHeaders).filter(isMeant), ["connection", "Upgrade, close"] as const, ...client];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
}

function isForwarded([name]: Header): boolean {
  return !DROPPED.has(name.toLowerCase());
}

function pairsOf(raw: readonly string[]): Header[] {
  return raw.flatMap((name, index): Header[] => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""]] : []));
}
