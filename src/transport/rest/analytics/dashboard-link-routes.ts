// Dashboards for bearers of their share links over HTTP: what a link shows, its panels, and the links themselves. Accounts may make
// these calls too, for dashboards that they may read. Source: decision 0187.
import { Type } from "typebox";
import { permitMember } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import type { ShareLinks } from "../../../core/analytics/links/share-links.ts";
import type { ViewSource } from "../../../core/analytics/views/view-service.ts";
import { shownByLink } from "../../../core/dashboards/dashboard-link.ts";
import type { DashboardConfiguration } from "../../../core/dashboards/configuration-schema.ts";
import { noSuchDashboard, type Dashboard } from "../../../core/dashboards/dashboard.ts";
import type { DashboardService } from "../../../core/dashboards/dashboard-service.ts";
import { DomainError } from "../../../core/errors.ts";
import type { DashboardId, ShareLinkId, ViewId } from "../../../core/ids.ts";
import { unread } from "../../../core/schema-words.ts";
import type { LinkTarget } from "../../../core/shared-by-link.ts";
import { writeJson } from "../../../lib/json.ts";
import { permittedDashboard } from "../dashboard-access.ts";
import { PanelsInput, PanelsSchema } from "../dashboard-panel-wire.ts";
import { linkBase } from "../link-base.ts";
import { uuidText } from "../nullable.ts";
import { jsonText, streamed, type RestRoute } from "../route.ts";
import { LiveQuery, PanelEvents, readerOfPanels, type PanelCalls } from "../routes/dashboard-panels.ts";
import { analyticsResource, type AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_V1, parseIdAs } from "./analytics-paths.ts";
import { createdLink, LINK, linkJson, NEW_LINK, SentLink } from "./link-wire.ts";
import { SharedViewSchema, sharedViewText } from "./view-wire.ts";

export interface DashboardLinkRouteDeps {
  readonly edge: AnalyticsEdge;
  readonly dashboards: Pick<DashboardService, "require" | "requireHead">;
  readonly views: Pick<ViewSource, "get">;
  readonly links: ShareLinks;
  readonly panels: PanelCalls;
  readonly baseUrl: string | undefined;
}

const ONE = `${ANALYTICS_V1}/dashboards/:dashboardId` as const;
const LINKS = `${ONE}/links` as const;
const DashboardParams = Type.Object({ dashboardId: uuidText({ description: "The id of a dashboard." }) });
const NO_LINK = { lockedFilters: new Map<string, never>() };

const OF_DASHBOARD = { dashboardId: uuidText({ examples: ["0198a1c0-0000-7000-8000-0000000000d0"] }) };
const LinkInfo = Type.Object({ ...LINK, ...OF_DASHBOARD }, { title: "DashboardLink" });
const NewLinkText = jsonText(Type.Object({ ...LINK, ...OF_DASHBOARD, ...NEW_LINK }, { title: "CreatedDashboardLink" }));

const SharedDashboard = Type.Object(
  {
    ...{ id: uuidText(), title: Type.String({ examples: ["Boiler room"] }), version: Type.Integer({ examples: [1] }) },
    configuration: Type.Unsafe<unknown>({ type: "object", additionalProperties: true }),
    views: Type.Array(SharedViewSchema, { description: "Those that its panels show and the caller may see." }),
  },
  {
    title: "SharedDashboard",
    examples: [
      {
        id: "0198a1c0-0000-7000-8000-0000000000d0",
        title: "Boiler room",
        version: 1,
        configuration: { bridgehead: 1, timeRange: { type: "preset", preset: "today" }, panels: [] },
        views: [],
      },
    ],
  },
);

export function dashboardLinkRoutes(deps: DashboardLinkRouteDeps): readonly RestRoute[] {
  const { edge, dashboards, links, panels, baseUrl } = deps;
  const calls = analyticsResource(edge);
  const signalOf = edge.signalOf.bind(edge);
  return [
    calls.get(ONE, "getSharedDashboard", {
      summary: "A dashboard as a share link shows it",
      description: `What a page needs to draw it: the panels without the devices that they name and without what their switches and
buttons do, the filters that the link does not fix, and the views that panels show.`,
      forLinksTo: "dashboard",
      params: DashboardParams,
      answer: jsonText(SharedDashboard),
      async handle(request) {
        const { principal, params } = request;
        const dashboard = await readable(dashboards, principal, params.dashboardId);
        const { id, title, version } = dashboard;
        const configuration = shownByLink(dashboard.configuration, principal.shared ?? NO_LINK);
        const texts = await viewTexts(deps, configuration, principal, linkBase(baseUrl, request));
        const head = writeJson({ id, title, version, configuration });
        return `${head.slice(0, -1)},"views":[${texts.join(",")}]}`;
      },
    }),
    calls.post(`${ONE}/panels`, "computeSharedDashboardPanels", {
      summary: "Compute panels of a shared dashboard together",
      description: "As for who has an account; an unsaved configuration and values of fixed filters are refused.",
      errors: [429, 503, 504],
      readsOnly: true,
      forLinksTo: "dashboard",
      params: DashboardParams,
      body: unread(PanelsInput),
      answer: streamed(["application/json; charset=utf-8"], PanelsSchema),
      async handle({ principal, params, body }, reply) {
        const { id } = await readable(dashboards, principal, params.dashboardId);
        return await panels.compute(principal, reply, id, body);
      },
    }),
    calls.get(`${ONE}/live`, "watchSharedDashboardPanels", {
      summary: "Watch panels of a shared dashboard as server-sent events, all on one connection",
      description: "As for who has an account; the stream ends when the link is revoked or expires.",
      errors: [429, 503],
      forLinksTo: "dashboard",
      params: DashboardParams,
      query: LiveQuery,
      answer: streamed(["text/event-stream"], PanelEvents),
      async handle({ principal, params, query }, reply) {
        const { id } = await readable(dashboards, principal, params.dashboardId);
        return await panels.watch(principal, reply, id, query.request, signalOf);
      },
    }),
    calls.get(LINKS, "getDashboardLinks", {
      summary: "The share links of a dashboard, without their tokens",
      access: ["TENANT_ADMIN"],
      params: DashboardParams,
      answer: jsonText(Type.Array(LinkInfo)),
      async handle({ principal, params }) {
        const found = await links.list(targetOf(params.dashboardId), readerOfPanels(principal));
        return writeJson(found.map((link) => ({ ...linkJson(link), dashboardId: link.target.id })));
      },
    }),
    calls.post(LINKS, "createDashboardLink", {
      summary: "Make a share link of a dashboard; its token is shown once",
      description: `The token shows this one dashboard, without an account, as links of views do: the header \`X-Share-Link\`, or the
parameter \`link\`, and \`X-Share-Password\`. Panels are computed for the customer that the link names, or for what its creator may see at
that moment.`,
      access: ["TENANT_ADMIN"],
      params: DashboardParams,
      body: SentLink,
      answer: NewLinkText,
      otherAnswers: { 201: { description: "Created.", body: NewLinkText, headers: { Location: "Of the link." } } },
      audit: {
        action: "ADDED",
        entity: ({ params }, answer) =>
          createdLink(answer, "DASHBOARD_LINK") ?? { type: "DASHBOARD", id: params.dashboardId },
        data: ({ params }) => ({ dashboardId: params.dashboardId }),
      },
      async handle(request, reply) {
        const { dashboardId } = request.params;
        const { link, token } = await links.create(
          targetOf(dashboardId),
          request.body,
          readerOfPanels(request.principal),
        );
        void reply.code(201).header("location", `${ANALYTICS_V1}/dashboards/${dashboardId}/links/${link.id}`);
        const url = `${linkBase(baseUrl, request)}/embed/dashboards/${dashboardId}?link=${token}`;
        return writeJson({ ...linkJson(link), dashboardId, token, url });
      },
    }),
    calls.delete(`${LINKS}/:linkId`, "revokeDashboardLink", {
      summary: "Revoke a share link of a dashboard; its token is refused from now on",
      access: ["TENANT_ADMIN"],
      params: Type.Object({ ...DashboardParams.properties, linkId: uuidText() }),
      otherAnswers: { 204: { description: "Revoked." } },
      audit: {
        action: "DELETED",
        entity: ({ params }) => ({ type: "DASHBOARD_LINK", id: params.linkId }),
        data: ({ params }) => ({ dashboardId: params.dashboardId }),
      },
      async handle({ principal, params }, reply) {
        const id = parseIdAs<ShareLinkId>(params.linkId, "the id of a link");
        await links.revoke(targetOf(params.dashboardId), id, readerOfPanels(principal));
        void reply.code(204);
      },
    }),
  ];
}

/** As for views, one that an account may not read does not exist here. */
async function readable(
  dashboards: DashboardLinkRouteDeps["dashboards"],
  principal: Principal,
  text: string,
): Promise<Dashboard> {
  const id = dashboardIdOf(text);
  permitMember(principal, "read", "DASHBOARD");
  try {
    return await permittedDashboard(dashboards, principal, id);
  } catch (error) {
    const isHidden = error instanceof DomainError && error.kind === "forbidden" && principal.shared === undefined;
    throw isHidden ? noSuchDashboard(id) : error;
  }
}

function dashboardIdOf(text: string): DashboardId {
  return parseIdAs<DashboardId>(text, "the id of a dashboard");
}

function targetOf(text: string): LinkTarget {
  return { kind: "dashboard", id: dashboardIdOf(text) };
}

/** A view that was deleted, or that the reader may not see, is left out: its panel has the error. */
async function viewTexts(
  { views }: Pick<DashboardLinkRouteDeps, "views">,
  { panels }: DashboardConfiguration,
  principal: Principal,
  base: string,
): Promise<readonly string[]> {
  const ids = new Set(panels.flatMap(({ source }): ViewId[] => (source?.type === "view" ? [source.viewId] : [])));
  const reader = readerOfPanels(principal);
  const texts = await Promise.all(
    [...ids].map(async (id) => {
      try {
        return sharedViewText(await views.get(id, reader), NO_LINK, base);
      } catch (error) {
        if (error instanceof DomainError && error.kind === "not-found") return null;
        throw error;
      }
    }),
  );
  return texts.filter((text) => text !== null);
}
