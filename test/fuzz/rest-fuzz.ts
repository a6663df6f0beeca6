// Sends hostile requests to every operation that the platform describes, as callers of every kind and as none, and checks
// what must hold whatever comes in: an answer, with a status and a form that the description has, never a failure of the
// platform, nothing of its inside, and other clients are served as before.
import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { heldBytes } from "../support/held-memory.ts";
import { LogRecorder } from "../support/log-recorder.ts";
import { startTestPlatform, SYS_ADMIN, type TestPlatform } from "../support/platform.ts";
import { Random } from "./random.ts";
import { FuzzWorld, type FuzzCaller } from "./rest-fuzz-world.ts";
import { RestRequests, type HostileRequest } from "./rest-requests.ts";
import { isObject } from "../../src/lib/members.ts";

export interface RestFuzzOptions {
  readonly seed: number;
  readonly requests: number;
  readonly progress?: (line: string) => void;
}

export interface RestFuzzResult {
  /** What must not be: one line for each kind, with the seed, the request and the answer. */
  readonly problems: readonly string[];
  readonly requests: number;
  /** Answers by status; 0 for waits that the client gave up. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Operations that were called, and those that succeeded at least once. */
  readonly operations: number;
  readonly operationsCalled: number;
  readonly operationsSucceeded: ReadonlySet<string>;
  readonly bystanderSlowestMillis: number;
  /** By which the heap grew between the first quarter of the run and its end. */
  readonly heldBytesGrowth: number;
  readonly timersLeft: number;
}

const PARALLEL = 6;
const REQUESTS_A_WORLD = 2_500;
/** Credentials that a request itself has ended are replaced no more often than this. */
const REQUESTS_A_WORLD_MIN = 500;
const BYSTANDER_EVERY = 100;
/** Virtual time for each request, so that what waits for a device comes to its end. */
const MILLIS_A_REQUEST = 20;
/** Longer parts of a path are no name of anything. */
const PATH_PART_CHARS_MAX = 255 * 12;
/** With an address that long, a request may be refused as a whole (400, 431) before it is known what it asks for. */
const ADDRESS_CHARS_MAX = 12 * 1024;
const PROBLEMS_MAX = 50;
const SHOWN_CHARS_MAX = 1_500;
const KIND_CHARS = 120;
const HANG_MILLIS = 60_000;
/** Calls that may wait for a device, and streams of events, are given up after this; the platform has to cope with that too. */
const WAIT_MILLIS = 250;
const MAY_WAIT =
  /^(POST .*\/rpc\/(one|two)way\/|GET \/api\/v1\/[^/]+\/(rpc|attributes\/updates)|POST \/api\/v1\/[^/]+\/rpc$|GET \/apiAnalytics\/v1\/.*\/(live|events)$)/;
/** Where it succeeds, the sessions of the world and the bystander end with all others. */
const ENDS_ALL_SESSIONS = "POST /api/admin/jwtSettings";
/** What a stack, a path of a source file or a driver's message looks like. */
const INSIDE = /\n\s+at |\bat \S+ \(|node_modules|\.ts:\d+|SQLITE_|file:\/\//;

const SETTINGS = {
  // Some of the hostile bodies are longer.
  "http.payloadBytesMax": 65_536,
  "security.resets.perUserMax": 1_000,
  "security.sessions.sessionsPerUserMax": 100_000,
  "security.jwt.tokenExpirationSeconds": 6_000_000,
  "security.jwt.refreshTokenExpirationSeconds": 60_000_000,
};

/** Goes on after a problem, so that one run tells of all of them. */
export async function fuzzRest({ seed, requests, progress }: RestFuzzOptions): Promise<RestFuzzResult> {
  const log = new LogRecorder();
  await using platform = await startTestPlatform({ settings: SETTINGS, log });
  const bench = await RestFuzzBench.create(platform, log, seed);
  let heldAfterQuarter = 0;
  for (let sent = 0; sent < requests; sent += REQUESTS_A_WORLD) {
    await bench.run(Math.min(REQUESTS_A_WORLD, requests - sent));
    if (heldAfterQuarter === 0 && sent >= requests / 4) heldAfterQuarter = heldNow();
    if (sent % (10 * REQUESTS_A_WORLD) === 0) progress?.(bench.progress);
  }
  return await bench.finish(heldAfterQuarter);
}

class RestFuzzBench {
  readonly #platform: TestPlatform;
  readonly #log: LogRecorder;
  readonly #seed: number;
  readonly #requests: RestRequests;
  readonly #defaults: unknown;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });
  readonly #statuses = new Map<number, number>();
  readonly #problems = new Map<string, string>();
  readonly #called = new Set<string>();
  readonly #succeeded = new Set<string>();
  readonly #timersBefore: number;
  #world: FuzzWorld;
  #renewing: Promise<void> | undefined;
  #sentInWorld = 0;
  #isWorn = false;
  #bystanderSlowest = 0;
  sent = 0;

  private constructor(
    platform: TestPlatform,
    log: LogRecorder,
    seed: number,
    requests: RestRequests,
    defaults: unknown,
    world: FuzzWorld,
  ) {
    this.#platform = platform;
    this.#log = log;
    this.#seed = seed;
    this.#requests = requests;
    this.#defaults = defaults;
    this.#world = world;
    this.#timersBefore = platform.clock.pendingTimers;
  }

  static async create(platform: TestPlatform, log: LogRecorder, seed: number): Promise<RestFuzzBench> {
    const document = await platform.anonymous.get("/v3/api-docs");
    if (!isObject(document)) throw new Error("the platform does not describe itself");
    const settings = await platform.sysAdmin.get("/api/admin/securitySettings");
    const world = await FuzzWorld.create(platform, SYS_ADMIN);
    return new RestFuzzBench(platform, log, seed, new RestRequests(document), settings, world);
  }

  async run(count: number): Promise<void> {
    await this.#renewWorld();
    let left = count;
    const work = async (): Promise<void> => {
      while (left-- > 0) {
        await this.#once(this.sent++);
        if (left === 0 || this.sent % BYSTANDER_EVERY === 0) await this.#callAsBystander();
      }
    };
    while (left > 0) {
      await Promise.all(Array.from({ length: PARALLEL }, work));
    }
  }

  get progress(): string {
    return [`rest fuzz: ${String(this.sent)} requests`, ...this.#problems.values()].join("\n");
  }

  async finish(heldAfterQuarter: number): Promise<RestFuzzResult> {
    this.#agent.destroy();
    // What a client gave up is over for the platform too, at the latest when its time has come.
    for (let minutes = 0; minutes < 10; minutes++) {
      this.#platform.clock.advance(60_000);
      await this.#callAsBystander();
    }
    try {
      this.#requireQuietLog();
    } catch (error) {
      this.#note("at the end", error);
    }
    return {
      problems: [...this.#problems.values()],
      requests: this.sent,
      statuses: this.#statuses,
      operations: this.#requests.operations.length,
      operationsCalled: this.#called.size,
      operationsSucceeded: this.#succeeded,
      bystanderSlowestMillis: this.#bystanderSlowest,
      heldBytesGrowth: heldNow() - heldAfterQuarter,
      timersLeft: this.#platform.clock.pendingTimers - this.#timersBefore,
    };
  }

  /** One at a time, for all callers. */
  #renewWorld(): Promise<void> {
    this.#renewing ??= this.#makeWorld().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #makeWorld(): Promise<void> {
    // System administrators among the callers change what everybody's passwords have to be like.
    await this.#platform.sysAdmin.post("/api/admin/securitySettings", this.#defaults);
    this.#world = await FuzzWorld.create(this.#platform, SYS_ADMIN);
    this.#sentInWorld = 0;
    this.#isWorn = false;
  }

  async #once(number: number): Promise<void> {
    if (this.#isWorn && this.#sentInWorld > REQUESTS_A_WORLD_MIN) await this.#renewWorld();
    this.#sentInWorld++;
    const random = new Random(this.#seed + number);
    const caller = random.pick(this.#world.callers);
    const request = this.#requests.next(random, (word) => this.#world.ids(word));
    this.#called.add(request.operation);
    if (request.operation === ENDS_ALL_SESSIONS && caller.name === "SYS_ADMIN") return;
    this.#platform.clock.advance(MILLIS_A_REQUEST);
    try {
      const answer = await this.#send(request, caller);
      this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 0) return;
      if (answer.status === 200) this.#succeeded.add(request.operation);
      if (answer.status === 401 && caller.mayBeKnown) this.#isWorn = true;
      this.#check(request, answer);
      this.#requireQuietLog();
    } catch (error) {
      this.#note(
        `request ${String(number)} as ${caller.name}: ${request.method} ${request.path.slice(0, SHOWN_CHARS_MAX)} ` +
          `${JSON.stringify(request.headers)} ${request.body?.toString().slice(0, SHOWN_CHARS_MAX) ?? "without a body"}`,
        error,
      );
    }
  }

  /** Keeps the first of each kind, up to a bound. */
  #note(what: string, error: unknown): void {
    const kind = String(error).slice(0, KIND_CHARS);
    if (this.#problems.size < PROBLEMS_MAX && !this.#problems.has(kind))
      this.#problems.set(kind, `seed ${String(this.#seed)}, ${what}: ${String(error).slice(0, SHOWN_CHARS_MAX)}`);
  }

  #check(request: HostileRequest, answer: Answer): void {
    const { status, body, headers } = answer;
    if (status === 500 || status === 503) throw new Error(`the platform failed with ${String(status)}: ${body}`);
    if (INSIDE.test(body) && !request.path.startsWith("/metrics")) throw new Error(`it tells of its inside: ${body}`);
    if (headers["set-cookie"] !== undefined) throw new Error("it sets a cookie");
    if (!isPath(request.path) && (status === 400 || status === 431)) return;
    const seen = new Headers();
    for (const [name, value] of Object.entries(headers)) if (typeof value === "string") seen.set(name, value);
    this.#platform.anonymous.answerCheck?.check(request.method, request.path, { status, headers: seen, text: body });
  }

  /** Errors in the log are failures, whatever the client got. */
  #requireQuietLog(): void {
    const error = this.#log.records.find(({ level }) => level === "error");
    this.#log.records.length = 0;
    if (error !== undefined) throw new Error(`the log of the time: ${error.event} ${JSON.stringify(error.fields)}`);
  }

  /** Another tenant, who does nothing but send and read a value, and has to be served all the time. */
  async #callAsBystander(): Promise<void> {
    const begun = performance.now();
    const { rest, deviceId } = this.#world.bystander;
    const values = `/api/plugins/telemetry/DEVICE/${deviceId}`;
    await rest.post(`${values}/timeseries/ANY`, { ts: this.sent, values: { seen: this.sent } });
    const latest = await rest.get(`${values}/values/timeseries?keys=seen`);
    if (!JSON.stringify(latest).includes("seen")) throw new Error(`the bystander's value is ${JSON.stringify(latest)}`);
    this.#bystanderSlowest = Math.max(this.#bystanderSlowest, performance.now() - begun);
  }

  #send(request: HostileRequest, caller: FuzzCaller): Promise<Answer> {
    const { method, path, body } = request;
    const mayWait = MAY_WAIT.test(request.operation);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const url = new URL(this.#platform.anonymous.baseUrl);
    const length = body === undefined ? {} : { "content-length": String(body.length) };
    const call = httpRequest(
      {
        host: url.hostname,
        port: url.port,
        agent: this.#agent,
        method,
        path,
        headers: { ...request.headers, ...length, ...caller.headers },
        timeout: mayWait ? WAIT_MILLIS : HANG_MILLIS,
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, body: Buffer.concat(parts).toString() });
        });
      },
    );
    call.on("timeout", () => {
      if (mayWait) resolve({ status: 0, headers: {}, body: "" });
      else reject(new Error(`no answer within ${String(HANG_MILLIS)} ms`));
      call.destroy();
    });
    call.on("error", reject);
    call.end(body);
    return promise;
  }
}

interface Answer {
  /** 0 where the client has given up. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A path that the server takes for one: without it there is no operation whose description could hold. */
function isPath(path: string): boolean {
  if (path.length > ADDRESS_CHARS_MAX) return false;
  try {
    const segments = (path.split("?", 1)[0] ?? "").split("/").map(decodeURIComponent);
    return segments.every((segment) => encodeURIComponent(segment).length <= PATH_PART_CHARS_MAX);
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** Bytes that are in use when nothing is left to collect. */
function heldNow(): number {
  heldBytes(() => undefined);
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
