// The calls that run reports behind a real HTTP server, with a clock moved by hand and reports that end when the test says
// so: for what limits, deadlines and callers who go away do. What reports compute is tested on the whole platform.
import type { Principal } from "../../src/core/access/principal.ts";
import { AnalyticsError } from "../../src/core/analytics/analytics-error.ts";
import { ReportLimiter, type LimiterOptions } from "../../src/core/analytics/limiter/report-limiter.ts";
import type { Report, ReportRequest, RunnableView } from "../../src/core/analytics/report/report.ts";
import type { TableView } from "../../src/core/analytics/view/table-view.ts";
import { DomainError } from "../../src/core/errors.ts";
import { newId, type CustomerId, type TenantId, type UserId, type ViewId } from "../../src/core/ids.ts";
import { silentLogger, type Logger } from "../../src/lib/logger.ts";
import { AnalyticsEdge } from "../../src/transport/rest/analytics/analytics-edge.ts";
import { ReportCalls, type ReportCallDeps, UnsentReports } from "../../src/transport/rest/analytics/report-calls.ts";
import { reportRoutes } from "../../src/transport/rest/analytics/report-routes.ts";
import type { RestOptions } from "../../src/transport/rest/rest-server.ts";
import { RestServer } from "../../src/transport/rest/rest-server.ts";
import { ManualClock } from "./manual-clock.ts";
import { REST_SETTINGS } from "./rest-settings.ts";
import { sampleColumn, sampleReport } from "./sample-report.ts";

export const BUILD_REPORT = "/apiAnalytics/publicApi/buildReport";

/** One run of the double: it ends when the test ends it, or when its signal does. */
export interface Run {
  readonly view: RunnableView;
  readonly request: ReportRequest;
  readonly signal: AbortSignal;
  end(report?: Report): void;
  fail(error: Error): void;
  /** Whether nothing works on it any more. */
  isOver: boolean;
}

export interface ReportServerOptions {
  readonly limiter?: Partial<LimiterOptions>;
  readonly writeTimeoutMillis?: number;
  /** What answers of the service's own calls may hold while they are sent; without it they hold their slots. */
  readonly unsentBytesMax?: number;
  readonly rest?: Partial<RestOptions>;
  readonly log?: Logger;
  /** Of the view; null for none of its own. */
  readonly timeoutMs?: number | null;
}

const LIMITER: LimiterOptions = {
  poolSize: 10,
  queueCapacity: 10,
  queueWaitMillis: 30_000,
  timeoutMillis: 60_000,
  stopMillis: 20_000,
};

export class ReportServer implements AsyncDisposable {
  readonly clock = new ManualClock();
  readonly limiter: ReportLimiter;
  readonly viewId = newId<ViewId>();
  /** All that have begun, in order. */
  readonly runs: Run[] = [];
  readonly #server: RestServer;
  readonly #timeoutMs: number | null;
  /** While it is set, runs end at once with it. */
  instant: Report | undefined;

  private constructor({
    limiter,
    writeTimeoutMillis = 30_000,
    unsentBytesMax,
    rest,
    log = silentLogger,
    timeoutMs,
  }: ReportServerOptions) {
    this.limiter = new ReportLimiter({ ...LIMITER, ...limiter }, this.clock);
    this.#timeoutMs = timeoutMs ?? null;
    const authenticator = { authenticateBearer: (token: string) => principalOf(token) };
    const callParts: ReportCallDeps = {
      limiter: this.limiter,
      reports: { run: (view, request, _reader, signal) => this.#run(view, request, signal) },
      writeTimeoutMillis,
      clock: this.clock,
    };
    const calls = new ReportCalls(callParts);
    const unsent = unsentBytesMax === undefined ? undefined : new UnsentReports(unsentBytesMax);
    this.#server = new RestServer(
      { ...REST_SETTINGS, ...rest },
      {
        routes: reportRoutes({
          publicEdge: new AnalyticsEdge({ authenticator }, "jwt"),
          edge: new AnalyticsEdge({ authenticator }, "jwt-or-platform"),
          views: {
            runnable: (id) => {
              if (id !== this.viewId) throw new AnalyticsError("VIEW_NOT_FOUND", `view ${id} does not exist`);
              return Promise.resolve(this.#view());
            },
            unsaved: () => Promise.resolve(this.#view()),
          },
          reports: calls,
          ui: unsent === undefined ? calls : new ReportCalls({ ...callParts, unsent }),
        }),
        authenticator,
        clock: this.clock,
        log,
      },
    );
  }

  static async start(options: ReportServerOptions = {}): Promise<ReportServer> {
    const server = new ReportServer(options);
    await server.#server.start();
    return server;
  }

  get url(): string {
    return this.#server.url;
  }

  /** A call of the specification's endpoint by the administrator of tenant `x` by default. */
  call({ token = "x", body = this.body(), ...init }: CallOptions = {}): Promise<Response> {
    return fetch(`${this.url}${BUILD_REPORT}`, {
      method: "POST",
      headers: { jwt: token, "content-type": "application/json" },
      body,
      ...init,
    });
  }

  body(members: object = {}): string {
    return JSON.stringify({ viewConfigId: this.viewId, ...members });
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const run of this.runs) run.fail(new Error("the test is over"));
    this.#server.server.closeAllConnections();
    await this.stop();
  }

  #run(view: RunnableView, request: ReportRequest, signal: AbortSignal): Promise<Report> {
    if (this.instant !== undefined) return Promise.resolve(this.instant);
    return new Promise((resolve, reject) => {
      const run: Run = {
        view,
        request,
        signal,
        isOver: false,
        end: (report = smallReport()) => {
          run.isOver = true;
          resolve(report);
        },
        fail: (error) => {
          run.isOver = true;
          reject(error);
        },
      };
      signal.addEventListener("abort", () => {
        run.fail(new Error("interrupted"));
      });
      this.runs.push(run);
    });
  }

  /** Only what calls look at. */
  #view(): TableView {
    const view: Pick<TableView, "id" | "name" | "options"> = {
      id: this.viewId,
      name: "Energy",
      options: { timeoutMs: this.#timeoutMs, cacheTtlSec: 0, lateDataMs: 0 },
    };
    return view as TableView;
  }
}

export interface CallOptions {
  readonly token?: string;
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

export function smallReport(): Report {
  return sampleReport([sampleColumn("n", "Device"), sampleColumn("t", "temp", { type: "number" })], [["a", 1]]);
}

const TENANTS = new Map(["x", "y", "z"].map((name) => [name, newId<TenantId>()]));

function principalOf(token: string): Principal {
  const caller = { userId: newId<UserId>(), sessionId: null };
  const tenantId = TENANTS.get(token);
  if (tenantId !== undefined) return { ...caller, authority: "TENANT_ADMIN", tenantId, customerId: null };
  const ofX = TENANTS.get("x") ?? newId<TenantId>();
  const customerId = newId<CustomerId>();
  if (token === "system") return { ...caller, authority: "SYS_ADMIN", tenantId: null, customerId: null };
  if (token === "public") return { ...caller, authority: "CUSTOMER_USER", tenantId: ofX, customerId, isPublic: true };
  if (token === "expired")
    throw new DomainError("unauthenticated", "the token has expired or was revoked", { reason: "token-expired" });
  throw new DomainError("unauthenticated", "the token is not valid");
}

/** Resolves when `holds` does, looking again whenever the event loop has gone around. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
