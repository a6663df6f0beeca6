// What a share link shows of a dashboard: the panels as they are saved, with the filters that the link fixes. The bearer learns
// neither the devices that a panel names nor what its switches and buttons would do. Source: decision 0187.
import { AnalyticsError } from "../analytics/analytics-error.ts";
import { filtersOfView, type FixableFilters } from "../analytics/links/parse-link.ts";
import type { LinkTargets } from "../analytics/links/share-links.ts";
import type { ViewSource } from "../analytics/views/view-service.ts";
import { didYouMean } from "../did-you-mean.ts";
import type { JsonObject } from "../devices/device.ts";
import type { DashboardId, TenantId } from "../ids.ts";
import { quote } from "../problems.ts";
import type { LinkTarget, LockedValues, SharedByLink } from "../shared-by-link.ts";
import { ownConfiguration } from "./check-configuration.ts";
import type { BarFilter, DashboardConfiguration, Panel } from "./configuration-schema.ts";
import { noSuchDashboard, type Dashboard } from "./dashboard.ts";
import type { DashboardService } from "./dashboard-service.ts";
import { withValues } from "./panels/filter-bar.ts";

export function linkTargets(
  views: Pick<ViewSource, "get" | "runnable">,
  dashboards: Pick<DashboardService, "require">,
): LinkTargets {
  const dashboardOf = async (id: DashboardId, tenantId: TenantId): Promise<Dashboard> => {
    const found = await dashboards.require(id);
    if (found.tenantId !== tenantId) throw noSuchDashboard(id);
    return found;
  };
  return {
    async require(target, reader) {
      if (target.kind === "view") await views.get(target.id, reader);
      else await dashboardOf(target.id, reader.tenantId);
    },
    async filtersOf(target, reader) {
      if (target.kind === "view") return filtersOfView(await views.runnable(target.id, reader));
      const { configuration } = await dashboardOf(target.id, reader.tenantId);
      return filtersOfDashboard(ownConfiguration(configuration));
    },
  };
}

function filtersOfDashboard({ filters }: DashboardConfiguration): FixableFilters {
  return {
    read(name, list, addProblem) {
      const filter = filters.find((each) => each.name === name);
      if (filter === undefined) {
        const known = filters.map((each) => each.name);
        addProblem(`The dashboard has no filter ${quote(name)}.${didYouMean(name, known)}`);
        return [];
      }
      const fixed = fixedTo(filter, list);
      if (typeof fixed !== "string") return valuesOf(fixed);
      addProblem(`Filter ${quote(name)}: ${fixed}`);
      return [];
    },
  };
}

/** Why values cannot be fixed, or the filter with them. Without any it would let everything through. */
function fixedTo(filter: BarFilter, values: readonly unknown[]): BarFilter | string {
  return values.length === 0
    ? "It must have a value to be fixed to, as an empty list restricts nothing."
    : withValues(filter, values);
}

function valuesOf(filter: BarFilter): LockedValues {
  switch (filter.type) {
    case "device":
      return filter.deviceIds;
    case "customer":
      return filter.customerIds;
    case "attribute":
    case "view":
      return filter.values;
  }
}

/** The dashboard that the link is for, and nothing else of the tenant. */
export function isTarget({ target }: SharedByLink, id: DashboardId): boolean {
  const wanted: LinkTarget = { kind: "dashboard", id };
  return target.kind === wanted.kind && target.id === wanted.id;
}

/**
 * The filters of the dashboard with the values of the link. It may have changed since the link was made: values that no longer fit
 * are refused, or the filter could let everything through. Throws `LINK_INVALID`, and `invalid` like `ownConfiguration`.
 */
export function lockedConfiguration(
  configuration: JsonObject | null,
  { lockedFilters }: Pick<SharedByLink, "lockedFilters">,
): DashboardConfiguration {
  const own = ownConfiguration(configuration);
  for (const name of lockedFilters.keys())
    if (!own.filters.some((filter) => filter.name === name))
      throw new AnalyticsError(
        "LINK_INVALID",
        `the link fixes the filter ${quote(name)}, which the dashboard has no longer`,
      );
  const filters = own.filters.map((filter) => {
    const values = lockedFilters.get(filter.name);
    const fixed = values === undefined ? filter : fixedTo(filter, values);
    if (typeof fixed !== "string") return fixed;
    throw new AnalyticsError(
      "LINK_INVALID",
      `the link fixes the filter ${quote(filter.name)} to values that no longer fit the dashboard: ${fixed}`,
    );
  });
  return { ...own, filters };
}

/** Kinds whose settings say what a press does, or whose messages are not for everybody. */
const CLOSED: ReadonlySet<Panel["kind"]> = new Set(["attributeSwitch", "rpcButton", "messages"]);

/** As `lockedConfiguration`, of which the bearer gets what is needed to draw it. */
export function shownByLink(
  configuration: JsonObject | null,
  shared: Pick<SharedByLink, "lockedFilters">,
): DashboardConfiguration {
  const { filters, panels, ...rest } = lockedConfiguration(configuration, shared);
  return {
    ...rest,
    filters: filters.filter(({ name }) => !shared.lockedFilters.has(name)).map(withoutIds),
    panels: panels.map((panel) =>
      CLOSED.has(panel.kind) ? { ...panel, source: null, options: {} } : withoutDevices(panel),
    ),
  };
}

/** What the bearer leaves out keeps the values that are saved. */
function withoutIds(filter: BarFilter): BarFilter {
  switch (filter.type) {
    case "device":
      return { ...filter, deviceIds: [] };
    case "customer":
      return { ...filter, customerIds: [] };
    case "attribute":
    case "view":
      return filter;
  }
}

function withoutDevices(panel: Panel): Panel {
  const { source } = panel;
  return source?.type === "keys" ? { ...panel, source: { ...source, deviceIds: null, filter: null } } : panel;
}
