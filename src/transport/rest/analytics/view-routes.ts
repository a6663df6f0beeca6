// Views over HTTP: list, create, read, replace, delete, copy, history, check. Running a view is left to other routes.
// Source: analytics contract 4.3.
import { Type } from "typebox";
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import type { Reader } from "../../../core/analytics/reader.ts";
import { viewJson } from "../../../core/analytics/view/view-json.ts";
import { seenBy } from "../../../core/analytics/views/view-access.ts";
import type { ViewService } from "../../../core/analytics/views/view-service.ts";
import type { StoredView, ViewSortProperty } from "../../../core/analytics/views/view-store.ts";
import type { AuditedEntity } from "../../../core/audit-trail.ts";
import type { CustomerId } from "../../../core/ids.ts";
import { named } from "../../../core/schema-words.ts";
import { writeJson } from "../../../lib/json.ts";
import { parseNamed } from "../../../lib/json-names.ts";
import type { AuditRule } from "../audit-rule.ts";
import { linkBase } from "../link-base.ts";
import { pageOf, pageQuery, parsePage, toPage } from "../paging.ts";
import {
  jsonText,
  type OpenRequest,
  type OtherAnswer,
  type RestReply,
  type RestRequest,
  type RestRoute,
} from "../route.ts";
import { analyticsResource, readerOf, type AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_V1, parseViewId, ViewParams } from "./analytics-paths.ts";
import {
  listedView,
  RevisionSchema,
  revisionJson,
  SavedView,
  SentView,
  SharedViewSchema,
  sharedViewText,
  ValidationSchema,
  ViewInfo,
  viewText,
} from "./view-wire.ts";
import { memberOf, textMember } from "../../../lib/members.ts";

export interface ViewRouteDeps {
  readonly edge: AnalyticsEdge;
  readonly views: ViewService;
  /** The configured address of the platform; if undefined, links use the address of the request. */
  readonly baseUrl: string | undefined;
  readonly pageRowsMax: number;
}

const SORTABLE: readonly ViewSortProperty[] = ["createdTime", "updatedTime", "name", "folder"];
const VIEWS = `${ANALYTICS_V1}/views`;

const ListQuery = pageQuery(SORTABLE, {
  folder: Type.Optional(Type.String({ maxLength: 2_048, description: "This folder and those below it." })),
  tag: Type.Optional(Type.String({ maxLength: 64, description: "Views with this tag." })),
});

const CopyBody = named(
  "ViewCopy",
  {
    name: Type.Optional(Type.String({ description: 'Left out, "X (copy)".' })),
    folder: Type.Optional(Type.String({ description: "Left out, that of the view." })),
  },
  { examples: [{ name: "Energy, second draft" }] },
);

const ViewText = jsonText(SavedView);
const CREATED: Readonly<Record<number, OtherAnswer>> = {
  201: {
    description: "Created.",
    body: ViewText,
    headers: { Location: "The address of the view, with its id at the end.", ETag: "Its revision." },
  },
};
const GONE: Readonly<Record<number, OtherAnswer>> = { 204: { description: "Deleted." } };

export function viewRoutes({ edge, views, baseUrl, pageRowsMax }: ViewRouteDeps): readonly RestRoute[] {
  const shown = (view: StoredView, request: RestRequest<unknown, unknown, unknown>, reply: RestReply): string => {
    void reply.header("etag", etagOf(view));
    return viewText(seenBy(view, readerOf(request.principal)), linkBase(baseUrl, request));
  };
  const created = (view: StoredView, request: RestRequest<unknown, unknown, unknown>, reply: RestReply): string => {
    void reply.code(201).header("location", `${VIEWS}/${view.id}`);
    return shown(view, request, reply);
  };

  const calls = analyticsResource(edge);
  return [
    calls.get(VIEWS, "getViews", {
      summary: "The views that the caller may see",
      query: ListQuery,
      answer: pageOf(ViewInfo),
      async handle(request) {
        const { principal, query } = request;
        const page = parsePage(query, SORTABLE, pageRowsMax);
        const filter = { folder: query.folder ?? null, tag: query.tag ?? null };
        const base = linkBase(baseUrl, request);
        const reader = readerOf(principal);
        const found = await views.list(reader, filter, page);
        return toPage(found, page, (view) => listedView(seenBy(view, reader), base));
      },
    }),
    calls.post(VIEWS, "createView", {
      summary: "Save a new view",
      errors: [409],
      body: SentView,
      answer: ViewText,
      otherAnswers: CREATED,
      audit: auditSave("ADDED"),
      async handle(request, reply) {
        const { view } = await views.create(request.body, readerOf(request.principal));
        return created(view, request, reply);
      },
    }),
    calls.post(`${VIEWS}/validate`, "validateView", {
      summary: "Check a view without saving it",
      body: SentView,
      answer: jsonText(ValidationSchema),
      async handle({ principal, body }) {
        const parsed = await views.parse(body, readerOf(principal));
        return writeJson(
          "errors" in parsed
            ? { valid: false, errors: parsed.errors, warnings: [], normalized: null }
            : { valid: true, errors: [], warnings: parsed.warnings, normalized: viewJson(parsed.view) },
        );
      },
    }),
    calls.get(`${VIEWS}/:viewId`, "getView", {
      summary: "One view, with its revision as ETag",
      description:
        "The bearer of a share link gets what a page needs to draw the view: not who made it, which devices it names, and which filters the link fixes.",
      forLinksTo: "view",
      params: ViewParams,
      answer: jsonText(Type.Union([SavedView, SharedViewSchema])),
      async handle(request, reply) {
        const reader = readerOf(request.principal);
        const view = await views.get(parseViewId(request.params.viewId), reader);
        if (reader.shared === undefined) return shown(view, request, reply);
        void reply.header("etag", etagOf(view));
        return sharedViewText(view, reader.shared, linkBase(baseUrl, request));
      },
    }),
    calls.put(`${VIEWS}/:viewId`, "replaceView", {
      summary: "Replace a view; If-Match or revision names the revision that was read",
      errors: [409],
      params: ViewParams,
      body: SentView,
      answer: ViewText,
      audit: auditSave("UPDATED"),
      async handle(request, reply) {
        const id = parseViewId(request.params.viewId);
        const reader = readerOf(request.principal);
        const wanted = expectedRevision(request);
        const revision = wanted === "any" ? await revisionOf(views, id, reader) : wanted;
        return shown((await views.replace(id, request.body, revision, reader)).view, request, reply);
      },
    }),
    calls.delete(`${VIEWS}/:viewId`, "deleteView", {
      summary: "Delete a view with its revisions and links",
      params: ViewParams,
      otherAnswers: GONE,
      audit: auditSave("DELETED"),
      async handle({ principal, params }, reply) {
        await views.delete(parseViewId(params.viewId), readerOf(principal));
        void reply.code(204);
      },
    }),
    calls.post(`${VIEWS}/:viewId/copy`, "copyView", {
      summary: "A private copy of the caller's own",
      errors: [409],
      params: ViewParams,
      body: CopyBody,
      answer: ViewText,
      otherAnswers: CREATED,
      audit: auditSave("ADDED"),
      async handle(request, reply) {
        const { name = null, folder = null } = request.body;
        const id = parseViewId(request.params.viewId);
        const { view } = await views.copy(id, { name, folder }, readerOf(request.principal));
        return created(view, request, reply);
      },
    }),
    calls.get(`${VIEWS}/:viewId/revisions`, "getViewRevisions", {
      summary: "The last revisions of a view, newest first, for those who may change it",
      params: ViewParams,
      answer: jsonText(Type.Array(RevisionSchema)),
      async handle({ principal, params }) {
        const revisions = await views.revisions(parseViewId(params.viewId), readerOf(principal));
        return writeJson(revisions.map(revisionJson));
      },
    }),
    calls.post(`${VIEWS}/:viewId/revisions/:revision/restore`, "restoreViewRevision", {
      summary: "Save an old revision as the newest",
      description: "With whom the view is shared stays as it is now.",
      errors: [409],
      params: Type.Object({ ...ViewParams.properties, revision: Type.Integer({ minimum: 1, examples: [2] }) }),
      answer: ViewText,
      audit: auditSave("UPDATED"),
      async handle(request, reply) {
        const { viewId, revision } = request.params;
        const { view } = await views.restore(parseViewId(viewId), revision, readerOf(request.principal));
        return shown(view, request, reply);
      },
    }),
  ];
}

const TAG = /^(?:W\/)?"([0-9]{1,15})"$|^([0-9]{1,15})$/;

function etagOf({ revision }: { readonly revision: number }): string {
  return `"${String(revision)}"`;
}

/**
 * The revision in the header If-Match or in the body; "any" for `If-Match: *`. Throws `REVISION_REQUIRED` if neither
 * has one, or if the two differ.
 */
function expectedRevision({
  headers,
  body,
}: Pick<OpenRequest<unknown, unknown, unknown>, "headers" | "body">): number | "any" {
  const header = headers["if-match"];
  const member = memberOf(body, "revision") ?? undefined;
  if (header !== undefined) {
    const wanted = header.trim() === "*" ? "any" : revisionOfTag(header.trim());
    if (member !== undefined && wanted !== "any" && member !== wanted)
      throw required(`If-Match says ${String(wanted)}, the body says ${shown(member)}`);
    return wanted;
  }
  if (typeof member === "number" && Number.isSafeInteger(member) && member >= 1) return member;
  throw required(
    member === undefined
      ? 'send the revision that you have read, as the header If-Match: "3" or as revision in the body'
      : `revision must be a whole number from 1, got ${shown(member)}`,
  );
}

function revisionOfTag(tag: string): number {
  const [, quoted, plain] = TAG.exec(tag) ?? [];
  const digits = quoted ?? plain;
  if (digits === undefined) throw required(`If-Match must be a revision as "3" or *, got ${tag.slice(0, 64)}`);
  return Number(digits);
}

function required(message: string): AnalyticsError {
  return new AnalyticsError("REVISION_REQUIRED", message);
}

function shown(json: unknown): string {
  return typeof json === "string" || typeof json === "number" ? `"${String(json).slice(0, 64)}"` : `a ${typeof json}`;
}

async function revisionOf(views: ViewService, id: StoredView["id"], reader: Reader): Promise<number> {
  return (await views.get(id, reader)).revision;
}

type Saving = RestRequest<unknown, unknown, unknown>;

/** The record contains the view's name, whom it is shared with and its revision, never its content. */
function auditSave(action: "ADDED" | "UPDATED" | "DELETED"): AuditRule<Saving, string | void> {
  return {
    action,
    entity: ({ params, body }, answer) => savedEntity(answer) ?? sentEntity(params, body),
    data(_request, answer) {
      const saved = shownView(answer);
      return saved === undefined ? {} : { revision: saved["revision"], sharing: saved["sharing"] };
    },
  };
}

function savedEntity(answer: string | void | undefined): AuditedEntity | undefined {
  const saved = shownView(answer);
  if (saved === undefined) return undefined;
  const { id, name, owner } = saved;
  if (typeof id !== "string" || typeof name !== "string") return undefined;
  const customerId = textMember(owner, "customerId") as CustomerId | undefined;
  return { type: "TABLE_VIEW", id, name, customerId: customerId ?? null };
}

function sentEntity(params: unknown, body: unknown): AuditedEntity {
  const id = textMember(params, "viewId") ?? null;
  const name = textMember(body, "name");
  return { type: "TABLE_VIEW", id, ...(id === null && name !== undefined ? { name: name.slice(0, 255) } : {}) };
}

/** Reads the answer we wrote ourselves. */
function shownView(answer: string | void | undefined): Readonly<Record<string, unknown>> | undefined {
  return typeof answer === "string" ? (parseNamed(answer) as Readonly<Record<string, unknown>>) : undefined;
}
