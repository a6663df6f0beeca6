import { beforeEach, expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/manual-clock.ts";
import { sampleColumn, sampleReport } from "../../../../test/support/sample-report.ts";
import { InProcessBus } from "../../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../../lib/logger.ts";
import { AnalyticsError } from "../../analytics/analytics-error.ts";
import { ReportLimiter } from "../../analytics/limiter/report-limiter.ts";
import { LiveChannels } from "../../analytics/live/live-channels.ts";
import type { Reader } from "../../analytics/reader.ts";
import { parseSavedView } from "../../analytics/view/parse-view.ts";
import type { TableView } from "../../analytics/view/table-view.ts";
import { newId, type DashboardId, type TenantId, type UserId, type ViewId } from "../../ids.ts";
import type { Dashboard } from "../dashboard.ts";
import { DashboardPanels } from "./dashboard-panels.ts";
import { LiveDashboards } from "./live-dashboards.ts";
import { readPanelRequest } from "./panel-request.ts";

const VIEWS = [newId<ViewId>(), newId<ViewId>(), newId<ViewId>()] as const;
const READER: Reader = { tenantId: newId<TenantId>(), customerId: null, userId: newId<UserId>() };
const DASHBOARD = {
  id: newId<DashboardId>(),
  version: 1,
  configuration: {
    bridgehead: 1,
    timeRange: { type: "preset", preset: "today" },
    panels: VIEWS.map((viewId, y) => ({
      ...{ id: `p${String(y)}`, kind: "table", source: { type: "view", viewId } },
      place: { x: 0, y, width: 1, height: 1 },
    })),
  },
} as unknown as Dashboard;

let clock: ManualClock;
let bus: InProcessBus;
let limiter: ReportLimiter;
let channels: LiveChannels;
let live: LiveDashboards;
let samples: number;
let value: number;
/** Views that are run. */
let runs: ViewId[];
/** One that is not shared with the reader any more. */
let hidden: ViewId | undefined;
let version: number;

beforeEach(() => {
  clock = new ManualClock();
  bus = new InProcessBus(silentLogger);
  [samples, value, runs, hidden, version] = [0, 1, [], undefined, 1];
  limiter = new ReportLimiter(
    { poolSize: 1, queueCapacity: 10, queueWaitMillis: null, timeoutMillis: 60_000, stopMillis: 0 },
    clock,
  );
  channels = new LiveChannels(
    { limiter, samplesStored: () => samples, bus, clock, log: silentLogger },
    { subscribersMax: 10, perTenantMax: 10, heldCharsMax: 100_000, everyMillis: 2_000, quietMillis: 30_000 },
  );
  channels.start();
  const panels = new DashboardPanels(
    {
      views: {
        runnable: async (id) => {
          if (id === hidden) throw new AnalyticsError("VIEW_NOT_FOUND", "the view does not exist");
          const fields = [{ id: "n", label: "n", source: { type: "entity", field: "name" } }];
          const parsed = await parseSavedView({ name: id, fields }, 10);
          if (!("view" in parsed)) throw new Error(JSON.stringify(parsed.errors));
          return parsed.view as TableView;
        },
      },
      reports: {
        run: ({ name }) => {
          runs.push(name as ViewId);
          // The last panel never changes.
          const cell = name === VIEWS[2] ? 0 : value;
          return Promise.resolve(sampleReport([sampleColumn("t", "t")], [[cell]]));
        },
      },
      clock,
    },
    { rowsMax: 10, listedMax: 10 },
  );
  live = new LiveDashboards({
    panels,
    channels,
    subscriptions: { subscribe: () => Promise.reject(new Error("no panel shows keys")) },
    devices: { loadById: () => Promise.resolve(undefined) },
    errorText: (error) => JSON.stringify(error.message),
    clock,
    log: silentLogger,
  });
});

async function settled(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await Promise.resolve();
}

/** What a watcher gets: for each moment, the names of events with their panels. */
async function watch(panels: readonly string[] | null = null, reader = READER) {
  const moments: string[][] = [];
  const request = readPanelRequest({ panels });
  const head = () => Promise.resolve({ ...DASHBOARD, version });
  const subscription = live.subscribe(
    { dashboard: DASHBOARD, request, linkId: null, head, mayRead: () => true },
    reader,
    {
      events: (events) =>
        moments.push(
          events.map(({ name, pieces }) => {
            const { id, error } = JSON.parse([...pieces].join("")) as { id: string; error?: unknown };
            return `${name} ${id}${error === undefined ? "" : " error"}`;
          }),
        ),
      ended: ({ kind }) => moments.push([`end ${kind}`]),
    },
  );
  await settled();
  return { moments, subscription };
}

async function pass(millis: number): Promise<void> {
  clock.advance(millis);
  await settled();
}

test("all visible panels are computed in one slot, and come together; a hidden one is not computed", async () => {
  const { moments } = await watch(["p0", "p2"]);

  expect(moments).toEqual([["panel p0", "panel p2"]]);
  expect([runs, limiter.counts.admitted]).toEqual([[VIEWS[0], VIEWS[2]], 1]);
  [samples, value] = [1, 2];
  await pass(2_000);
  expect(moments.slice(1)).toEqual([["rows p0"]]);
  expect(limiter.counts.admitted).toBe(2);
});

test("connections of one user with the same request share a computation, others do not", async () => {
  const [one, two] = [await watch(), await watch()];
  expect([runs.length, channels.counts.computations]).toEqual([3, 1]);
  expect(two.moments).toEqual(one.moments);
  await watch(["p0"]);
  await watch(null, { ...READER, userId: newId<UserId>() });
  expect([runs.length, channels.counts.computations]).toEqual([7, 3]);
});

test("a view that is no longer shared becomes the error of its panel, within two seconds", async () => {
  const { moments } = await watch();
  hidden = VIEWS[1];
  bus.publish({ kind: "view-changed", tenantId: READER.tenantId, viewId: VIEWS[1] });
  await pass(2_000);

  expect(moments.slice(1)).toEqual([["panel p1 error"]]);
});

test("a view of another dashboard, or of a hidden panel, makes nothing be computed", async () => {
  await watch(["p0"]);
  for (const viewId of [newId<ViewId>(), VIEWS[1]])
    bus.publish({ kind: "view-changed", tenantId: READER.tenantId, viewId });
  await pass(2_000);

  expect(runs).toEqual([VIEWS[0]]);
});

test("a saved dashboard ends at once, and nothing is left of it", async () => {
  const { moments } = await watch();
  version = 2;
  bus.publish({ kind: "dashboard-changed", tenantId: READER.tenantId, dashboardId: DASHBOARD.id });
  await settled();

  expect(moments.slice(1)).toEqual([["end conflict"]]);
  expect([channels.counts, clock.pendingTimers]).toEqual([{ subscribers: 0, computations: 0, heldChars: 0 }, 0]);
});

test("when nobody watches any more, nothing is computed", async () => {
  const { subscription } = await watch();
  subscription.cancel();
  samples++;
  await pass(60_000);

  expect([runs.length, channels.counts.heldChars, clock.pendingTimers]).toEqual([3, 0, 0]);
});
