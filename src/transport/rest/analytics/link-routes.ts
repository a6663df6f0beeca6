// Share links of a view over HTTP: create, list, revoke. Source: analytics contract 4.3, 6.3.
import { Type } from "typebox";
import type { ShareLinks } from "../../../core/analytics/links/share-links.ts";
import type { ShareLinkId } from "../../../core/ids.ts";
import type { LinkTarget } from "../../../core/shared-by-link.ts";
import { writeJson } from "../../../lib/json.ts";
import { linkBase } from "../link-base.ts";
import { uuidText } from "../nullable.ts";
import { jsonText, type RestRoute } from "../route.ts";
import { analyticsResource, readerOf, type AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_V1, parseIdAs, parseViewId, ViewParams } from "./analytics-paths.ts";
import { createdLink, LINK, linkJson, NEW_LINK, SentLink } from "./link-wire.ts";

export interface LinkRouteDeps {
  readonly edge: AnalyticsEdge;
  readonly links: ShareLinks;
  readonly baseUrl: string | undefined;
}

const LINKS = `${ANALYTICS_V1}/views/:viewId/links`;
const OF_VIEW = { viewId: uuidText({ examples: ["0198a1c0-0000-7000-8000-0000000000b0"] }) };
const LinkInfo = Type.Object({ ...LINK, ...OF_VIEW }, { title: "ViewLink" });
const NewLink = Type.Object({ ...LINK, ...OF_VIEW, ...NEW_LINK }, { title: "CreatedViewLink" });
const NewLinkText = jsonText(NewLink);

export function linkRoutes({ edge, links, baseUrl }: LinkRouteDeps): readonly RestRoute[] {
  const calls = analyticsResource(edge);
  return [
    calls.get(LINKS, "getViewLinks", {
      summary: "The share links of a view, without their tokens",
      access: ["TENANT_ADMIN"],
      params: ViewParams,
      answer: jsonText(Type.Array(LinkInfo)),
      async handle({ principal, params }) {
        const found = await links.list(viewOf(params.viewId), readerOf(principal));
        return writeJson(found.map((link) => ({ ...linkJson(link), viewId: link.target.id })));
      },
    }),
    calls.post(LINKS, "createViewLink", {
      summary: "Make a share link; its token is shown once",
      description: `The token shows this one view, without an account: it goes into the header \`X-Share-Link\` or the
parameter \`link\` of the calls that read, run and export the view, and its password, where it has one, into
\`X-Share-Password\`. Figures are computed for the customer that the link names, or for what its creator may see at that
moment.`,
      access: ["TENANT_ADMIN"],
      params: ViewParams,
      body: SentLink,
      answer: NewLinkText,
      otherAnswers: { 201: { description: "Created.", body: NewLinkText, headers: { Location: "Of the link." } } },
      audit: {
        action: "ADDED",
        entity: ({ params }, answer) => createdLink(answer, "VIEW_LINK") ?? { type: "TABLE_VIEW", id: params.viewId },
        data: ({ params }) => ({ viewId: params.viewId }),
      },
      async handle(request, reply) {
        const { viewId } = request.params;
        const { link, token } = await links.create(viewOf(viewId), request.body, readerOf(request.principal));
        void reply.code(201).header("location", `${ANALYTICS_V1}/views/${viewId}/links/${link.id}`);
        const url = `${linkBase(baseUrl, request)}/embed/${viewId}?link=${token}`;
        return writeJson({ ...linkJson(link), viewId, token, url });
      },
    }),
    calls.delete(`${LINKS}/:linkId`, "revokeViewLink", {
      summary: "Revoke a share link; its token is refused from now on",
      access: ["TENANT_ADMIN"],
      params: Type.Object({ ...ViewParams.properties, linkId: uuidText() }),
      otherAnswers: { 204: { description: "Revoked." } },
      audit: {
        action: "DELETED",
        entity: ({ params }) => ({ type: "VIEW_LINK", id: params.linkId }),
        data: ({ params }) => ({ viewId: params.viewId }),
      },
      async handle({ principal, params }, reply) {
        const id = parseIdAs<ShareLinkId>(params.linkId, "the id of a link");
        await links.revoke(viewOf(params.viewId), id, readerOf(principal));
        void reply.code(204);
      },
    }),
  ];
}

function viewOf(id: string): LinkTarget {
  return { kind: "view", id: parseViewId(id) };
}
