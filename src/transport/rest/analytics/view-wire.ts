// Views as the API shows them: the definition with what the server knows of it and the addresses of its pages. Written as
// text, so that names which people chose, `__proto__` among them, stay ordinary members. Source: analytics contract 2.2, 4.3.
import { Type, type Static, type TSchema } from "typebox";
import { definitionJson } from "../../../core/analytics/views/stored-definition.ts";
import type { StoredRevision, StoredView, ViewHead } from "../../../core/analytics/views/view-store.ts";
import { unread } from "../../../core/schema-words.ts";
import type { SharedView } from "../../../core/shared-view.ts";
import { writeJson } from "../../../lib/json.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "../example-values.ts";
import { nullable, oneOf } from "../nullable.ts";

const EXAMPLE_ID = "0198a1c0-0000-7000-8000-0000000000b0";
const FREE = { additionalProperties: true } as const;

export const ViewLinks = Type.Object(
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

const HEAD = {
  id: Type.String({ format: "uuid", examples: [EXAMPLE_ID] }),
  revision: Type.Integer({ description: "One more with every save.", examples: [3] }),
  owner: Type.Object(
    {
      tenantId: Type.String({ examples: [EXAMPLE_REFS.tenant.id] }),
      customerId: nullable(Type.String()),
      userId: Type.String({ examples: [EXAMPLE_REFS.user.id] }),
    },
    { title: "ViewOwner" },
  ),
  createdTime: Type.Integer({ examples: [EXAMPLE_TIME] }),
  updatedTime: Type.Integer({ examples: [EXAMPLE_TIME] }),
  updatedBy: Type.String({ examples: [EXAMPLE_REFS.user.id] }),
  name: Type.String({ examples: ["Building energy, hourly"] }),
  description: Type.String({ examples: [""] }),
  folder: Type.String({ description: "Parts joined by /.", examples: ["Energy/Reports"] }),
  tags: Type.Array(Type.String(), { examples: [["energy"]] }),
  sharing: Type.Object(
    {
      visibility: oneOf(["private", "tenant", "customers"]),
      customerIds: Type.Array(Type.String()),
      allCustomers: Type.Boolean(),
    },
    { title: "ViewSharing", examples: [{ visibility: "private", customerIds: [], allCustomers: false }] },
  ),
  links: ViewLinks,
};

/** In lists. */
export const ViewInfo = Type.Object(
  { ...HEAD, visualization: Type.Object({ type: Type.String({ examples: ["line"] }) }, { title: "ViewDisplay" }) },
  { title: "ViewInfo" },
);

const definition = (description: string, example: unknown): TSchema =>
  Type.Unsafe<unknown>({ type: "object", ...FREE, description, examples: [example] });

const DEFINITION = {
  schemaVersion: Type.Integer({ examples: [1] }),
  scope: definition("Which devices.", { entityType: "DEVICE" }),
  timeRange: definition("The saved range.", { type: "preset", preset: "last7Days", timezone: "Europe/Berlin" }),
  fields: Type.Array(
    definition("A column.", {
      id: "temp",
      label: "Temperature",
      source: { type: "telemetry", key: "temp" },
      aggregation: { fn: "avg" },
    }),
    { minItems: 1, maxItems: 64 },
  ),
  filters: Type.Array(definition("A named condition.", { name: "building", target: { field: "temp" } })),
  grouping: definition("How rows are formed.", { mode: "grouped" }),
  gaps: definition("What fills empty buckets.", { buckets: "none", value: "missing" }),
  sort: Type.Array(definition("An order.", { field: "temp", direction: "desc" })),
  limit: definition("Rows at most.", { rows: 10_000, onExceed: "truncate" }),
  nulls: definition("How a missing value is written.", { encode: "empty" }),
  compare: Type.Unsafe<unknown>({ type: ["object", "null"], ...FREE, examples: [null] }),
  options: definition("Limits of a run.", {}),
  visualization: definition("How the view is drawn; it changes no figure.", { type: "table" }),
};

export const SavedViewSchema = Type.Object({ ...HEAD, ...DEFINITION }, { title: "TableView" });

const { scope: _devices, ...SHARED_DEFINITION } = DEFINITION;

/** The same for the bearer of a share link. */
export const SharedViewSchema = Type.Object(
  {
    id: HEAD.id,
    revision: HEAD.revision,
    name: HEAD.name,
    description: HEAD.description,
    links: ViewLinks,
    ...SHARED_DEFINITION,
  },
  { title: "SharedTableView" },
);

/** What may be left out has a default, which the saved view shows. What is wrong with a view its parser finds, all at once. */
export const SentView = unread(
  Type.Object(
    {
      name: HEAD.name,
      fields: DEFINITION.fields,
      ...Type.Partial(
        Type.Object({
          description: HEAD.description,
          folder: HEAD.folder,
          tags: HEAD.tags,
          sharing: HEAD.sharing,
          revision: Type.Integer({ description: "The revision that is replaced, where no If-Match says it." }),
          schemaVersion: DEFINITION.schemaVersion,
          scope: DEFINITION.scope,
          timeRange: DEFINITION.timeRange,
          filters: DEFINITION.filters,
          grouping: DEFINITION.grouping,
          gaps: DEFINITION.gaps,
          sort: DEFINITION.sort,
          limit: DEFINITION.limit,
          nulls: DEFINITION.nulls,
          compare: DEFINITION.compare,
          options: DEFINITION.options,
          visualization: DEFINITION.visualization,
        }),
      ).properties,
    },
    {
      title: "SentTableView",
      examples: [
        {
          name: "Devices",
          fields: [
            { id: "n", label: "Device", source: { type: "entity", field: "name" } },
            { id: "t", label: "temp", source: { type: "telemetry", key: "temp" } },
          ],
        },
      ],
    },
  ),
);

export const ViewProblemSchema = Type.Object(
  { pointer: Type.String(), code: Type.String(), message: Type.String() },
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
    normalized: Type.Unsafe<unknown>({
      type: ["object", "null"],
      ...FREE,
      description: "The view with every default written out; null where it is not valid.",
    }),
  },
  { title: "ViewValidation", examples: [{ valid: true, errors: [], warnings: [], normalized: { name: "Devices" } }] },
);

export const RevisionSchema = Type.Object(
  {
    revision: Type.Integer({ examples: [3] }),
    name: Type.String({ examples: ["Building energy, hourly"] }),
    savedTime: Type.Integer({ examples: [EXAMPLE_TIME] }),
    savedBy: Type.String({ examples: [EXAMPLE_REFS.user.id] }),
    definition: Type.Unsafe<unknown>({ type: "object", ...FREE, description: "The view as it was.", examples: [{}] }),
  },
  { title: "ViewRevision" },
);

export interface ViewPages {
  readonly editor: string;
  readonly show: string;
  readonly embed: string;
}

/** `base` is the address of the service, without a slash at the end. */
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
 * What the bearer of a share link sees of the view: what a page needs to draw it, without who made it, which devices it names
 * and which filters are fixed.
 */
export function sharedViewText(view: StoredView, { lockedFilters }: SharedView, base: string): string {
  const { id, revision, name, description } = view;
  const { scope: _devices, folder: _folder, tags: _tags, filters, ...definition } = definitionJson(view);
  const open = Array.isArray(filters) ? filters.filter((filter) => !isLocked(filter, lockedFilters)) : [];
  return writeJson({ ...definition, id, revision, name, description, filters: open, links: pagesOf(base, id) });
}

function isLocked(filter: unknown, locked: SharedView["lockedFilters"]): boolean {
  return typeof filter === "object" && filter !== null && "name" in filter && locked.has(String(filter.name));
}

/** The lists of a head are readonly; those of the wire are not. */
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
