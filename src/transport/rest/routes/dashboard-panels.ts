// Panels of a dashboard over REST: those that are visible, computed together in one slot of the reports.
import type { Readable } from "node:stream";
import { Type } from "typebox";
import { isPermitted, permitMember } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import type { Reader } from "../../../core/analytics/reader.ts";
import type { Dashboard } from "../../../core/dashboards/dashboard.ts";
import { lockedConfiguration } from "../../../core/dashboards/dashboard-link.ts";
import type { DashboardService } from "../../../core/dashboards/dashboard-service.ts";
import type { DashboardPanels } from "../../../core/dashboards/panels/dashboard-panels.ts";
import type { LiveDashboards } from "../../../core/dashboards/panels/live-dashboards.ts";
import { readPanelRequest, type PanelRequest } from "../../../core/dashboards/panels/panel-request.ts";
import { invalid, type DomainError } from "../../../core/errors.ts";
import { quote } from "../../../core/problems.ts";
import { JsonError, parseJson } from "../../../lib/json.ts";
import { readerOf } from "../analytics/analytics-edge.ts";
import { onLockout } from "../analytics/live-routes.ts";
import type { ReportCalls } from "../analytics/report-calls.ts";
import { permittedDashboard, permittedHead } from "../dashboard-access.ts";
import { panelErrorText, PanelsInput, PanelsSchema, panelsText } from "../dashboard-panel-wire.ts";
import { deviceResource } from "../device-access.ts";
import type { EventStreams } from "../event-stream.ts";
import type { LastingCalls } from "../lasting-calls.ts";
import { MEMBERS, resource, streamed, type RestReply, type RestRoute } from "../route.ts";

const api = resource("dashboards", MEMBERS);

/** A URL has room for less. */
const REQUEST_CHARS_MAX = 65_536;

export const LiveQuery = Type.Object({
  request: Type.Optional(
    Type.String({
      maxLength: REQUEST_CHARS_MAX,
      description: 'The body of the call that computes panels, as JSON: {"panels":["temperature"]}.',
    }),
  ),
});

export const PanelEvents = Type.String({
  examples: ['event: rows\ndata: {"id":"temperature","length":2,"rows":[…],…}\n\n'],
});

export interface PanelCallDeps {
  readonly dashboards: Pick<DashboardService, "require" | "requireHead">;
  readonly panels: DashboardPanels;
  /** Runs reports in the slots of the platform's own calls. */
  readonly calls: ReportCalls;
  readonly live: LiveDashboards;
  readonly streams: EventStreams;
}

type SignalOf = (principal: Principal, reply: RestReply) => Promise<AbortSignal>;

/** The calls that compute and watch panels, for accounts and for bearers of links. */
export class PanelCalls {
  readonly #deps: PanelCallDeps;

  constructor(deps: PanelCallDeps) {
    this.#deps = deps;
  }

  async compute(principal: Principal, reply: RestReply, dashboardId: string, body: unknown): Promise<Readable> {
    const { dashboards, panels, calls } = this.#deps;
    permitMember(principal, "read", "DASHBOARD");
    const { configuration: saved } = await this.#dashboard(principal, dashboardId);
    const request = readPanelRequest(body);
    requireOpenFilters(request, principal);
    if (request.configuration !== null) await permittedHead(dashboards, principal, dashboardId, "write");
    const plan = panels.plan(request.configuration ?? saved, request);
    return calls.answerAll(
      principal,
      reply,
      async (slot) => {
        const made = await panels.compute(plan, readerOfPanels(principal), slot.signal);
        slot.done();
        const reports = made.flatMap(({ outcome }) => ("report" in outcome ? [outcome.report] : []));
        return { made, reports, sendingBytes: 0 };
      },
      panelsText,
    );
  }

  async watch(
    principal: Principal,
    reply: RestReply,
    dashboardId: string,
    requestText: string | undefined,
    signalOf: SignalOf,
  ): Promise<Readable> {
    const { dashboards, live, streams } = this.#deps;
    permitMember(principal, "read", "DASHBOARD");
    const dashboard = await this.#dashboard(principal, dashboardId);
    const request = readPanelRequest(parsedRequest(requestText));
    requireOpenFilters(request, principal);
    if (request.configuration !== null) throw invalid("configuration: a dashboard is watched as it was saved");
    const caller = await signalOf(principal, reply);
    return await streams.begin((stream) => {
      const ended = (reason: DomainError): void => {
        const text = panelErrorText(reason);
        stream.send("end", [text], text.length);
        stream.end();
      };
      const watch = live.subscribe(
        {
          dashboard,
          request,
          linkId: principal.shared?.linkId ?? null,
          head: () => permittedHead(dashboards, principal, dashboardId, "read"),
          mayRead: (device) => isPermitted<"DEVICE">(principal, "read-values", deviceResource(device)),
        },
        readerOfPanels(principal),
        {
          events: (events) => {
            stream.sendAll(events);
          },
          ended,
        },
      );
      stream.hold(watch);
      onLockout(caller, ended);
      return Promise.resolve();
    });
  }

  /** With the filters that a link fixes. */
  async #dashboard(principal: Principal, id: string): Promise<Dashboard> {
    const dashboard = await permittedDashboard(this.#deps.dashboards, principal, id);
    const { shared } = principal;
    if (shared === undefined || shared.lockedFilters.size === 0) return dashboard;
    return { ...dashboard, configuration: { ...lockedConfiguration(dashboard.configuration, shared) } };
  }
}

/**
 * As whom panels are computed: a link to a dashboard reads the views and devices of its panels as its creator or customer, and
 * gives access to none of them by itself.
 */
export function readerOfPanels(principal: Principal): Reader {
  const { shared: _link, ...reader } = readerOf(principal);
  return reader;
}

function requireOpenFilters({ filters }: PanelRequest, { shared }: Principal): void {
  const fixed = [...(filters?.keys() ?? [])].find((name) => shared?.lockedFilters.has(name) === true);
  if (fixed !== undefined) throw new AnalyticsError("FILTER_LOCKED", `the link fixes the filter ${quote(fixed)}`);
}

export function dashboardPanelRoutes(panels: PanelCalls, lasting: LastingCalls): readonly RestRoute[] {
  return [
    api.post("/api/dashboard/:dashboardId/panels", "computeDashboardPanels", {
      summary: "Compute panels of a dashboard together",
      description: `Each panel with a source has a \`result\` as running its view gives it, or an \`error\` with the code that running it
gives. Panels of keys have the columns \`device\` (its id), \`name\`, \`time\` where their kind shows intervals, and one for each key. What the
caller may not see is left out, as in any report. All panels together take the slot and the time of one report.`,
      errors: [429, 503, 504],
      readsOnly: true,
      body: Type.Unknown(),
      bodyDescribes: PanelsInput,
      answer: streamed(["application/json; charset=utf-8"], PanelsSchema),
      handle: ({ principal, params, body }, reply) => panels.compute(principal, reply, params.dashboardId, body),
    }),
    api.get("/api/dashboard/:dashboardId/live", "watchDashboardPanels", {
      summary: "Watch panels of a dashboard as server-sent events, all on one connection",
      description: `The event \`panel\` has the \`id\` of one with its \`result\` or \`error\`. \`rows\` has what changed since, as for a watched
view, with the \`id\`. \`values\` has the newest values of the devices that panels of keys show, \`{"<device>":{"temp":[1767225600000,21.5]}}\`:
first those that they have, then each within a moment of its arrival. \`end\` says with \`code\` and \`message\` why nothing more comes; \`CONFLICT\`
means that the dashboard has been saved. A comment every 15 seconds shows that the stream lives.`,
      errors: [429, 503],
      query: LiveQuery,
      answer: streamed(["text/event-stream"], PanelEvents),
      handle: ({ principal, params, query }, reply) =>
        panels.watch(principal, reply, params.dashboardId, query.request, lasting.signalOf.bind(lasting)),
    }),
  ];
}

function parsedRequest(text: string | undefined): unknown {
  try {
    return text === undefined ? {} : parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw invalid(`the parameter request is not JSON: ${error.message.slice(0, 200)}`);
  }
}
