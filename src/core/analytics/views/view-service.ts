// Manages saved views: creates, lists, shares, changes, deletes and restores them, with all defaults filled in and
// changes serialised by revision. Every run of a report gets its view here. Source: analytics contract 2.1, 2.2, 4.3,
// 6.
import type { Clock } from "../../../lib/clock.ts";
import { RowCache } from "../../../lib/row-cache.ts";
import type { MessageBus } from "../../bus/message-bus.ts";
import { newId, type ViewId } from "../../ids.ts";
import type { FoundPage, PageRequest } from "../../page.ts";
import type { SharedByLink } from "../../shared-by-link.ts";
import { problemData } from "../../problem-words.ts";
import { quote } from "../../problems.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { Reader } from "../reader.ts";
import { valuesProblem } from "../view/filter-values.ts";
import { findProfiles, parseSavedView, parseView, type ParsedView } from "../view/parse-view.ts";
import type { Sharing, TableView, ViewDefinition } from "../view/table-view.ts";
import type { ViewDirectory } from "../view/view-directory.ts";
import { ViewProblems, type ViewProblem } from "../view/view-problems.ts";
import { definitionJson, forgivingDirectory, savedColumns, savedView } from "./stored-definition.ts";
import { mayChange, maySee, mayShare } from "./view-access.ts";
import type { SaveOutcome, StoredRevision, StoredView, ViewHead, ViewSortProperty, ViewStore } from "./view-store.ts";

/** What running a report needs from this service. */
export interface ViewSource {
  /** The view as stored. Throws `VIEW_NOT_FOUND` like `runnable`. */
  get(id: ViewId, reader: Reader): Promise<StoredView>;
  /**
   * The current view, for a report. Throws `VIEW_NOT_FOUND` for a view that does not exist, belongs to another tenant
   * or is not shared with the reader, and `VIEW_INVALID` with every problem if the view is no longer valid for the
   * tenant.
   */
  runnable(id: ViewId, reader: Reader): Promise<TableView>;
}

export interface ViewServiceDeps {
  readonly store: ViewStore;
  readonly directory: ViewDirectory;
  /** The zone filled in if a view names none; null if the tenant has none. */
  readonly zoneOfTenant: (tenantId: Reader["tenantId"]) => Promise<string | null>;
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export interface ViewOptions {
  /** Most rows that a view may request. */
  readonly rowsMax: number;
  /** Most views of one tenant. */
  readonly viewsMax: number;
  /** Revisions kept of each view, including the current one. */
  readonly revisionsMax: number;
  /** Whether users of customers may create their own views. */
  readonly customersMayCreate: boolean;
}

export interface Saved {
  readonly view: StoredView;
  readonly warnings: readonly ViewProblem[];
}

/** Names tried for a copy whose name is not given. */
const COPY_NAMES_MAX = 100;
const NAME_MAX = 255;
/** Total characters of saved views that are cached parsed: several hundred views. */
const SAVED_CHARS_MAX = 2_097_152;

export class ViewService implements ViewSource {
  readonly #deps: ViewServiceDeps;
  readonly #forgiving: ViewDirectory;
  readonly #options: ViewOptions;
  /** Keyed by their text, because equal texts give equal views for every owner. */
  readonly #saved: RowCache<string, { readonly parsed: ParsedView; readonly chars: number }>;

  constructor(deps: ViewServiceDeps, options: ViewOptions) {
    this.#deps = deps;
    this.#forgiving = forgivingDirectory(deps.directory);
    this.#options = options;
    this.#saved = new RowCache({
      load: async (text) => ({
        parsed: await parseSavedView(definitionJson({ definition: text }), options.rowsMax),
        chars: text.length,
      }),
      max: SAVED_CHARS_MAX,
      weigh: ({ chars }) => chars,
    });
  }

  list(
    reader: Reader,
    filter: { readonly folder: string | null; readonly tag: string | null },
    page: PageRequest<ViewSortProperty>,
  ): Promise<FoundPage<ViewHead>> {
    return this.#deps.store.listViews({ reader, ...filter }, page);
  }

  /** Throws `VIEW_NOT_FOUND`, also for a view that is not shared with the reader. */
  async get(id: ViewId, reader: Reader): Promise<StoredView> {
    const view = await this.#deps.store.findView(reader.tenantId, id);
    if (view === undefined || !maySee(view, reader)) throw unknownView(id);
    return view;
  }

  /** Applies the locked filters of a share link; throws `LINK_INVALID` if they are no longer valid for the view. */
  async runnable(id: ViewId, reader: Reader): Promise<TableView> {
    const view = await this.get(id, reader);
    const runnable = savedView(view, await this.#parsed(view, reader));
    return reader.shared === undefined ? runnable : locked(runnable, reader.shared);
  }

  /** Checks a view like a save, without saving it. */
  async parse(json: unknown, reader: Reader): Promise<ParsedView> {
    return this.#parse(json, reader, this.#deps.directory);
  }

  /** An unsaved view that is being edited, for a report. Throws `VIEW_INVALID` with every problem. */
  async unsaved(json: unknown, reader: Reader): Promise<ViewDefinition> {
    return (await this.#require(json, reader)).view;
  }

  /**
   * Throws `VIEW_INVALID` with every problem, `FORBIDDEN` for a user of a customer who may not create views or tries to
   * share one, `NAME_TAKEN`, and `VIEWS_MAX` if the tenant has as many views as it may have.
   */
  async create(json: unknown, reader: Reader): Promise<Saved> {
    this.#requireAuthor(reader);
    const { view, warnings } = await this.#require(json, reader);
    requireSharing(view.sharing, null, reader);
    return { view: requireSaved(await this.#add(view, reader), view), warnings };
  }

  /**
   * Throws like `create`, and `VIEW_NOT_FOUND`, `FORBIDDEN` for a view that the reader may only see, or
   * `REVISION_MISMATCH` if it has been saved since `expectedRevision`.
   */
  async replace(id: ViewId, json: unknown, expectedRevision: number, reader: Reader): Promise<Saved> {
    const present = await this.#changeable(id, reader);
    requireOwnId(json, id);
    if (present.revision !== expectedRevision) throw mismatch(present.revision, expectedRevision);
    const { view, warnings } = await this.#require(json, reader);
    requireSharing(view.sharing, present.sharing, reader);
    return { view: await this.#replace(present, view, reader), warnings };
  }

  /** Also deletes the view's share links. Throws `VIEW_NOT_FOUND`, `FORBIDDEN`. */
  async delete(id: ViewId, reader: Reader): Promise<void> {
    await this.#changeable(id, reader);
    if (!(await this.#deps.store.deleteView(reader.tenantId, id))) throw unknownView(id);
    this.#publish(id, reader);
  }

  /**
   * Creates a private view owned by the reader with the same definition. Without a name it is called "X (copy)", with a
   * number if that name exists. Throws like `create` and `get`.
   */
  async copy(
    id: ViewId,
    copy: { readonly name: string | null; readonly folder: string | null },
    reader: Reader,
  ): Promise<Saved> {
    this.#requireAuthor(reader);
    const source = await this.get(id, reader);
    const json = { ...definitionJson(source), folder: copy.folder ?? source.folder };
    for (const name of copy.name === null ? copyNames(source.name) : [copy.name]) {
      const { view, warnings } = await this.#require({ ...json, name }, reader, this.#forgiving);
      const outcome = await this.#add(view, reader);
      if (outcome.kind === "name-taken" && copy.name === null) continue;
      return { view: requireSaved(outcome, view), warnings };
    }
    throw nameTaken(source.name);
  }

  /**
   * Newest first. Only for readers who may change the view, because old revisions may contain things not meant for
   * others. Throws like `delete`.
   */
  async revisions(id: ViewId, reader: Reader): Promise<readonly StoredRevision[]> {
    await this.#changeable(id, reader);
    return this.#deps.store.listRevisions(reader.tenantId, id);
  }

  /**
   * Saves an old definition as the newest one; the sharing does not change. Throws `REVISION_NOT_FOUND` for a revision
   * that is no longer kept, and like `replace`.
   */
  async restore(id: ViewId, revision: number, reader: Reader): Promise<Saved> {
    const present = await this.#changeable(id, reader);
    const found = (await this.#deps.store.listRevisions(reader.tenantId, id)).find((one) => one.revision === revision);
    if (found === undefined)
      throw new AnalyticsError(
        "REVISION_NOT_FOUND",
        `view ${id} has no revision ${String(revision)}: the last ${String(this.#options.revisionsMax)} are kept`,
      );
    const { view, warnings } = await this.#require(definitionJson(found), reader, this.#forgiving);
    return { view: await this.#replace(present, { ...view, sharing: present.sharing }, reader), warnings };
  }

  async #add(view: ViewDefinition, reader: Reader): Promise<Added | Exclude<SaveOutcome, { kind: "saved" }>> {
    const { tenantId, customerId, userId } = reader;
    const now = this.#deps.clock.now();
    const stored: StoredView = {
      id: newId<ViewId>(),
      owner: { tenantId, customerId, userId },
      ...savedColumns(view),
      revision: 1,
      createdTime: now,
      updatedTime: now,
      updatedBy: userId,
    };
    const outcome = await this.#deps.store.createView(stored, this.#options.viewsMax);
    return outcome.kind === "saved" ? { kind: "added", view: stored } : outcome;
  }

  async #replace(present: StoredView, view: ViewDefinition, reader: Reader): Promise<StoredView> {
    const { store, clock } = this.#deps;
    const save = { ...savedColumns(view), updatedTime: clock.now(), updatedBy: reader.userId };
    const { id, revision } = present;
    const replaced = { tenantId: reader.tenantId, id, revision };
    const outcome = await store.replaceView(replaced, save, this.#options.revisionsMax);
    switch (outcome.kind) {
      case "saved":
        this.#publish(id, reader);
        return { ...present, ...save, revision: outcome.revision };
      case "revision-mismatch":
        throw mismatch(outcome.revision, revision);
      case "unknown":
        throw unknownView(id);
      default:
        throw saveRefusal(outcome, view);
    }
  }

  async #changeable(id: ViewId, reader: Reader): Promise<StoredView> {
    const view = await this.get(id, reader);
    if (!mayChange(view, reader)) throw new AnalyticsError("FORBIDDEN", `view ${id} is shared with you for reading`);
    this.#requireAuthor(reader);
    return view;
  }

  #requireAuthor({ customerId }: Reader): void {
    if (customerId !== null && !this.#options.customersMayCreate)
      throw new AnalyticsError("FORBIDDEN", "users of customers may run views here, and keep none of their own");
  }

  async #require(
    json: unknown,
    reader: Reader,
    directory = this.#deps.directory,
  ): Promise<{ readonly view: ViewDefinition; readonly warnings: readonly ViewProblem[] }> {
    const parsed = await this.#parse(json, reader, directory);
    if ("errors" in parsed) throw viewRefusal(parsed.errors);
    return parsed;
  }

  /** Uses the cached parsed view. Profiles of its scope are looked up each time, because they may have been deleted. */
  async #parsed(stored: StoredView, { tenantId }: Reader): Promise<ViewDefinition> {
    const saved = await this.#saved.find(stored.definition);
    const parsed = saved?.parsed ?? { errors: [] };
    if ("errors" in parsed) throw noLongerFits(stored, parsed.errors);
    const view = { ...parsed.view, sharing: stored.sharing };
    const { scope } = view;
    if (scope.profiles === null) return view;
    const problems = new ViewProblems();
    const references = scope.profiles.map((item, index) => ({ item, pointer: `/scope/profiles/${String(index)}` }));
    const profiles = await findProfiles(references, tenantId, this.#deps.directory, problems);
    if (!problems.isEmpty) throw noLongerFits(stored, problems.list);
    return { ...view, scope: { ...scope, profiles } };
  }

  async #parse(json: unknown, { tenantId }: Reader, directory: ViewDirectory): Promise<ParsedView> {
    const zone = (await this.#deps.zoneOfTenant(tenantId)) ?? "UTC";
    return parseView(json, { tenantId, directory, zone, rowsMax: this.#options.rowsMax });
  }

  #publish(viewId: ViewId, { tenantId }: Reader): void {
    this.#deps.bus.publish({ kind: "view-changed", tenantId, viewId });
  }
}

/**
 * Locked filters have the link's values and cannot be overridden. The view may have changed since the link was created:
 * values that no longer fit must be refused, or the filter could let everything through.
 */
function locked(view: TableView, { lockedFilters }: SharedByLink): TableView {
  const filters = view.filters.map((filter) => {
    const values = lockedFilters.get(filter.name);
    if (values === undefined) return filter;
    const misfit = filter.overridable ? valuesProblem(filter, values)?.message : "It has the values of the view now.";
    if (misfit !== undefined)
      throw new AnalyticsError(
        "LINK_INVALID",
        `the link fixes the filter ${quote(filter.name)} to values that no longer fit the view: ${misfit}`,
      );
    return { ...filter, values, overridable: false };
  });
  for (const name of lockedFilters.keys())
    if (!filters.some((filter) => filter.name === name))
      throw new AnalyticsError(
        "LINK_INVALID",
        `the link fixes the filter ${quote(name)}, which the view has no longer`,
      );
  return { ...view, filters };
}

interface Added {
  readonly kind: "added";
  readonly view: StoredView;
}

function requireSaved(outcome: Added | Exclude<SaveOutcome, { kind: "saved" }>, view: ViewDefinition): StoredView {
  if (outcome.kind === "added") return outcome.view;
  throw saveRefusal(outcome, view);
}

function saveRefusal(outcome: Exclude<SaveOutcome, { kind: "saved" }>, { name }: ViewDefinition): AnalyticsError {
  switch (outcome.kind) {
    case "name-taken":
      return nameTaken(name);
    case "too-many":
      return new AnalyticsError(
        "VIEWS_MAX",
        outcome.isShare
          ? `the users of your customer have ${String(outcome.views)} views, and the tenant may have no more than as many besides: delete one`
          : `the tenant has ${String(outcome.views)} views, which is all it may have`,
        [],
        { entityType: "VIEW", limit: { name: "analytics.views.perTenantMax", value: outcome.views } },
      );
    case "revision-mismatch":
      return mismatch(outcome.revision, null);
    case "unknown":
      return new AnalyticsError("FORBIDDEN", "the tenant or customer of this user does not exist any more");
  }
}

function requireSharing(sharing: Sharing, present: Sharing | null, reader: Reader): void {
  if (!mayShare(sharing, present, reader))
    throw new AnalyticsError("FORBIDDEN", "users of customers share no views: sharing.visibility must be private");
}

function requireOwnId(json: unknown, id: ViewId): void {
  if (typeof json !== "object" || json === null || !("id" in json) || json.id === undefined || json.id === null) return;
  if (typeof json.id === "string" && json.id.toLowerCase() === id) return;
  const message = `The id of the view is ${id}, not ${quote(json.id)}.`;
  throw viewRefusal([{ pointer: "/id", code: "VIEW_INVALID", message }]);
}

/** The error for an invalid view, with all problems. Its code is that of the problems if they all have the same one. */
function viewRefusal(problems: readonly ViewProblem[]): AnalyticsError {
  const [first] = problems;
  if (first === undefined) return new AnalyticsError("VIEW_INVALID", "the view is not valid");
  const code = problems.every((problem) => problem.code === first.code) ? first.code : "VIEW_INVALID";
  const others = problems.length - 1;
  const message = others === 0 ? first.message : `${first.message} (and ${String(others)} more)`;
  return new AnalyticsError(code, message, problems);
}

function noLongerFits({ name }: StoredView, problems: readonly ViewProblem[]): AnalyticsError {
  const message = `view "${name}" no longer fits what the tenant has: ${problems[0]?.message ?? ""}`;
  return new AnalyticsError("VIEW_INVALID", message, problems);
}

function copyNames(name: string): readonly string[] {
  return Array.from({ length: COPY_NAMES_MAX }, (_, index) => {
    const suffix = index === 0 ? " (copy)" : ` (copy ${String(index + 1)})`;
    return name.slice(0, NAME_MAX - suffix.length).toWellFormed() + suffix;
  });
}

function unknownView(id: ViewId): AnalyticsError {
  return new AnalyticsError("VIEW_NOT_FOUND", `view ${id} does not exist`);
}

function nameTaken(name: string): AnalyticsError {
  const message = `A view named ${quote(name)} already exists in this folder.`;
  return new AnalyticsError("NAME_TAKEN", message, [
    { pointer: "/name", code: "NAME_TAKEN", message, problem: problemData("taken", { field: "name", found: name }) },
  ]);
}

function mismatch(stored: number, expected: number | null): AnalyticsError {
  const got = expected === null ? "" : `, got ${String(expected)}`;
  return new AnalyticsError(
    "REVISION_MISMATCH",
    `the view has revision ${String(stored)}${got}: somebody else has saved it`,
  );
}
