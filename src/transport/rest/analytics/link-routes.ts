// Share links of a view over HTTP: create, list, revoke. The token is shown once, when the link is created. Source:
// analytics contract 4.3, 6.3.
import { Type, type Static } from "typebox";
import { LinkSchema, LockedFilters } from "../../../core/analytics/views/parse-link.ts";
import type { ShareLinks } from "../../../core/analytics/views/share-links.ts";
import type { ShareLink } from "../../../core/analytics/views/link-store.ts";
import type { AuditedEntity } from "../../../core/audit-trail.ts";
import type { ViewLinkId } from "../../../core/ids.ts";
import { unread } from "../../../core/schema-words.ts";
import { writeJson } from "../../../lib/json.ts";
import { parseNamed } from "../../../lib/json-names.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "../example-values.ts";
import { linkBase } from "../link-base.ts";
import { nullable, uuidText } from "../nullable.ts";
import { jsonText, type RestRoute } from "../route.ts";
import { analyticsResource, readerOf, type AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_V1, parseIdAs, parseViewId, ViewParams } from "./analytics-paths.ts";

export interface LinkRouteDeps {
  readonly edge: AnalyticsEdge;
  readonly links: ShareLinks;
  readonly baseUrl: string | undefined;
}

const LINKS = `${ANALYTICS_V1}/views/:viewId/links`;
const EXAMPLE_ID = "0198a1c0-0000-7000-8000-0000000000c0";
/** Parsed together with the shared view, whose filters it names. */
const SentLink = unread(LinkSchema);

const LINK = {
  id: uuidText({ examples: [EXAMPLE_ID] }),
  viewId: uuidText({ examples: ["0198a1c0-0000-7000-8000-0000000000b0"] }),
  name: Type.String({ examples: ["Screen in the lobby"] }),
  customerId: nullable(uuidText()),
  userId: nullable(uuidText({ examples: [EXAMPLE_REFS.user.id] })),
  createdTime: Type.Integer({ examples: [EXAMPLE_TIME] }),
  createdBy: uuidText({ examples: [EXAMPLE_REFS.user.id] }),
  expiresTime: Type.Integer({ examples: [EXAMPLE_TIME + 2_592_000_000] }),
  hasPassword: Type.Boolean({ examples: [false] }),
  lockedFilters: Type.Unsafe<unknown>(LockedFilters),
  origins: Type.Array(Type.String(), { examples: [[]] }),
};

const LinkInfo = Type.Object(LINK, { title: "ViewLink" });
const NewLink = Type.Object(
  {
    ...LINK,
    token: Type.String({ description: "Shown this once.", examples: ["bhl_…"] }),
    url: Type.String({ examples: ["https://iot.example.com/embed/0198a1c0-0000-7000-8000-0000000000b0?link=bhl_…"] }),
  },
  { title: "CreatedViewLink" },
);
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
        const found = await links.list(parseViewId(params.viewId), readerOf(principal));
        return writeJson(found.map(linkJson));
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
        entity: ({ params }, answer) => createdLink(answer) ?? { type: "TABLE_VIEW", id: params.viewId },
        data: ({ params }) => ({ viewId: params.viewId }),
      },
      async handle(request, reply) {
        const viewId = parseViewId(request.params.viewId);
        const { link, token } = await links.create(viewId, request.body, readerOf(request.principal));
        void reply.code(201).header("location", `${ANALYTICS_V1}/views/${viewId}/links/${link.id}`);
        const url = `${linkBase(baseUrl, request)}/embed/${viewId}?link=${token}`;
        return writeJson({ ...linkJson(link), token, url });
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
        const id = parseIdAs<ViewLinkId>(params.linkId, "the id of a link");
        await links.revoke(parseViewId(params.viewId), id, readerOf(principal));
        void reply.code(204);
      },
    }),
  ];
}

/** Filter names become members one by one, so that `__proto__` is an ordinary name. */
function linkJson(link: ShareLink): Static<typeof LinkInfo> {
  const { id, viewId, name, identity, createdAt, createdBy, expiresAt, passwordHash, lockedFilters, origins } = link;
  return {
    ...{ id, viewId, name, createdTime: createdAt, createdBy, expiresTime: expiresAt },
    customerId: identity.kind === "customer" ? identity.customerId : null,
    userId: identity.kind === "user" ? identity.userId : null,
    hasPassword: passwordHash !== null,
    lockedFilters: Object.fromEntries(lockedFilters.map(({ name: filter, values }) => [filter, values])),
    origins: [...origins],
  };
}

/** Reads the answer we wrote ourselves; the token in it is not copied. */
function createdLink(answer: string | undefined): AuditedEntity | undefined {
  if (answer === undefined) return undefined;
  const { id, name } = parseNamed(answer) as Pick<ShareLink, "id" | "name">;
  return { type: "VIEW_LINK", id, name };
}
