// Views as the API shows them: the definition, what the server knows of it, and the addresses of its pages. Written as
// text, so that names chosen by users, such as `__proto__`, stay ordinary members. Source: analytics contract 2.2, 4.3.
import { Type, type Static } from "typebox";
import { ViewSchema } from "../../../core/analytics/view/view-schema.ts";
import { definitionJson } from "../../../core/analytics/views/stored-definition.ts";
import type { StoredRevision, StoredView, ViewHead } from "../../../core/analytics/views/view-store.ts";
import { unread } from "../../../core/schema-words.ts";
import type { SharedByLink } from "../../../core/shared-by-link.ts";
import { writeJson } from "../../../lib/json.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "../example-values.ts";
import { nullable, ToldProblemSchema, uuidText } from "../nullable.ts";

const EXAMPLE_ID = "0198a1c0-0000-7000-8000-0000000000b0";

const ViewLinks = Type.Object(
  {
    editor: Type.String({ description: "The page on which the view is edited." }),
    show: Type.String({ description: "The page that shows it." }),
    embed: Type.String({ description: "The page for frames of other sites; it needs a share link: ?link=…" }),
  },
  {
    title: "ViewPages",
    examples: [
      {
        editor: `https://iot.example.com/views/${EXAMPLE_ID}`,
        show: `https://iot.example.com/show/${EXAMPLE_ID}`,
        embed: `https://iot.example.com/embed/${EXAMPLE_ID}`,
      },
    ],
  },
);

const { name, description, folder, tags, sharing, ...definition } = ViewSchema.properties;
const HEAD = {
  id: Type.String({ format: "uuid", examples: [EXAMPLE_ID] }),
  revision: Type.Integer({ description: "One more with every save.", examples: [3] }),
  owner: Type.Object(
    {
      tenantId: uuidText({ examples: [EXAMPLE_REFS.tenant.id] }),
      customerId: nullable(uuidText()),
      userId: uuidText({ examples: [EXAMPLE_REFS.user.id] }),
    },
    { title: "ViewOwner" },
  ),
  createdTime: Type.Integer({ examples: [EXAMPLE_TIME] }),
  updatedTime: Type.Integer({ examples: [EXAMPLE_TIME] }),
  updatedBy: uuidText({ examples: [EXAMPLE_REFS.user.id] }),
  ...{ name, description, folder, tags, sharing },
  links: ViewLinks,
};

/** A view in lists. */
export const ViewInfo = Type.Object(
  { ...HEAD, visualization: Type.Object({ type: Type.String({ examples: ["line"] }) }, { title: "ViewDisplay" }) },
  { title: "ViewInfo" },
);

export const SavedView = Type.Object({ ...HEAD, ...definition }, { title: "TableView" });

/** A view for the bearer of a share link. */
export const SharedViewSchema = Type.Omit(
  SavedView,
  ["owner", "createdTime", "updatedTime", "updatedBy", "folder", "tags", "sharing", "scope"],
  { title: "SharedTableView" },
);

/** Accepts a view as it was read. Its parser finds all problems at once. */
export const SentView = unread({
  ...ViewSchema,
  title: "SentTableView",
  additionalProperties: true,
  properties: {
    ...ViewSchema.properties,
    revision: Type.Integer({ description: "The revision that is replaced, where no If-Match says it." }),
  },
  examples: [
    {
      name: "Devices",
      fields: [
        { id: "n", label: "Device", source: { type: "entity", field: "name" } },
        { id: "t", label: "temp", source: { type: "telemetry", key: "temp" } },
      ],
    },
  ],
});

const ViewProblemSchema = Type.Object(
  {
    pointer: Type.String(),
    code: Type.String(),
    message: Type.String(),
    problem: Type.Optional(ToldProblemSchema),
  },
  {
    title: "ViewProblem",
    examples: [{ pointer: "/fields/1/label", code: "LABEL_DUPLICATE", message: 'Column label "x" is used twice.' }],
  },
);

export const ValidationSchema = Type.Object(
  {
    valid: Type.Boolean(),
    errors: Type.Array(ViewProblemSchema),
    warnings: Type.Array(ViewProblemSchema),
    normalized: Type.Union([ViewSchema, Type.Null()], {
      description: "The view with every default written out; null where it is not valid.",
    }),
  },
  { title: "ViewValidation", examples: [{ valid: true, errors: [], warnings: [], normalized: null }] },
);

export const RevisionSchema = Type.Object(
  {
    revision: Type.Integer({ examples: [3] }),
    name: Type.String({ examples: ["Building energy, hourly"] }),
    savedTime: Type.Integer({ examples: [EXAMPLE_TIME] }),
    savedBy: Type.String({ examples: [EXAMPLE_REFS.user.id] }),
    definition: Type.Unsafe<unknown>(ViewSchema),
  },
  { title: "ViewRevision" },
);

export interface ViewPages {
  readonly editor: string;
  readonly show: string;
  readonly embed: string;
}

/** `base` is the address of the service, without a trailing slash. */
function pagesOf(base: string, id: string): ViewPages {
  return { editor: `${base}/views/${id}`, show: `${base}/show/${id}`, embed: `${base}/embed/${id}` };
}

function headJson(view: ViewHead, base: string): Omit<ViewHead, "displayType"> & { readonly links: ViewPages } {
  const { id, revision, owner, createdTime, updatedTime, updatedBy, name, description, folder, tags, sharing } = view;
  return {
    ...{ id, revision, owner, createdTime, updatedTime, updatedBy, name, description, folder, tags, sharing },
    links: pagesOf(base, id),
  };
}

export function viewText(view: StoredView, base: string): string {
  return writeJson({ ...headJson(view, base), ...definitionJson(view) });
}

/**
 * The view for the bearer of a share link: what a page needs to draw it, without its author, the devices it names and
 * the filters that are fixed.
 */
export function sharedViewText(
  view: StoredView,
  { lockedFilters }: Pick<SharedByLink, "lockedFilters">,
  base: string,
): string {
  const { id, revision, name, description } = view;
  const { scope: _devices, folder: _folder, tags: _tags, filters, ...definition } = definitionJson(view);
  const open = Array.isArray(filters) ? filters.filter((filter) => !isLocked(filter, lockedFilters)) : [];
  return writeJson({ ...definition, id, revision, name, description, filters: open, links: pagesOf(base, id) });
}

function isLocked(filter: unknown, locked: SharedByLink["lockedFilters"]): boolean {
  return typeof filter === "object" && filter !== null && "name" in filter && locked.has(String(filter.name));
}

/** Copies the read-only lists of a head into the mutable ones of the schema. */
export function listedView(view: ViewHead, base: string): Static<typeof ViewInfo> {
  const { tags, sharing, ...head } = headJson(view, base);
  return {
    ...head,
    tags: [...tags],
    sharing: { ...sharing, customerIds: [...sharing.customerIds] },
    visualization: { type: view.displayType },
  };
}

export function revisionJson({
  revision,
  name,
  savedTime,
  savedBy,
  definition: text,
}: StoredRevision): Static<typeof RevisionSchema> {
  return { revision, name, savedTime, savedBy, definition: definitionJson({ definition: text }) };
}
