// Live dashboards: the visible panels of one are computed together for all who see the same, and whoever watches gets each as a whole,
// then what changes, and in between the newest values of the devices that panels of keys show.
import type { Subscription } from "../../bus/message-bus.ts";
import type { Slot } from "../../analytics/limiter/report-limiter.ts";
import { liveAnswer, type LiveAnswer } from "../../analytics/live/live-answer.ts";
import type { LiveAnswers, LiveChannels, LiveUpdate } from "../../analytics/live/live-channels.ts";
import type { Reader } from "../../analytics/reader.ts";
import type { KnownDevice } from "../../devices/known-device.ts";
import { DomainError } from "../../errors.ts";
import type { DeviceId, ShareLinkId } from "../../ids.ts";
import type { Dashboard, DashboardHead } from "../dashboard.ts";
import type { ComputedPanel, DashboardPanels } from "./dashboard-panels.ts";
import { devicesIn } from "./keys-view.ts";
import { NewestValues, type NewestValueDeps } from "./newest-values.ts";
import type { PanelRequest } from "./panel-request.ts";
import type { PanelPlan } from "./plan-panels.ts";

export interface LiveDashboardDeps extends NewestValueDeps {
  readonly panels: DashboardPanels;
  readonly channels: Pick<LiveChannels, "subscribe">;
  /** An error as JSON, as panels have it. */
  readonly errorText: (error: DomainError) => string;
}

export interface WatchedDashboard {
  readonly dashboard: Dashboard;
  readonly request: PanelRequest;
  /** Through which it is watched, with filters that may be fixed; null for who has an account. */
  readonly linkId: ShareLinkId | null;
  /** Its present head. Rejects if the caller may not read it any more. */
  readonly head: () => Promise<DashboardHead>;
  readonly mayRead: (device: KnownDevice) => boolean;
}

export interface DashboardEvent {
  /** The whole of a panel, its changes, or newest values. */
  readonly name: "panel" | "rows" | "values";
  readonly pieces: Iterable<string>;
  /** The approximate length. */
  readonly chars: number;
}

export interface DashboardWatcher {
  /** Those of one moment. */
  events(events: readonly DashboardEvent[]): void;
  /** There will be no further events. */
  ended(reason: DomainError): void;
}

export class LiveDashboards {
  readonly #deps: LiveDashboardDeps;

  constructor(deps: LiveDashboardDeps) {
    this.#deps = deps;
  }

  /**
   * Panels are sent later. Throws like planning them, and `LIVE_MAX` if as many watch as may. A saved dashboard ends with `conflict`,
   * so that whoever watches reads it again.
   */
  subscribe(watched: WatchedDashboard, reader: Reader, watcher: DashboardWatcher): Subscription {
    const { dashboard, request, linkId } = watched;
    const { id, version, configuration } = dashboard;
    const plan = this.#deps.panels.plan(configuration, request);
    const { tenantId, customerId, userId } = reader;
    const require = async (): Promise<void> => {
      const { version: present } = await watched.head();
      if (present !== version)
        throw new DomainError("conflict", "the dashboard has been saved: read it again, and then watch it again");
    };
    const values = new NewestValues(this.#deps, {
      mayRead: watched.mayRead,
      updated: (text) => {
        watcher.events([{ name: "values", pieces: [text], chars: text.length }]);
      },
    });
    const subscription = this.#deps.channels.subscribe(
      {
        key: JSON.stringify(["dashboard", id, version, textOf(request), tenantId, customerId, userId, linkId]),
        tenantId,
        isByLink: linkId !== null,
        about: { dashboardId: id },
        concerns: (changed) => changed === id || plan.runs.some(({ viewId }) => viewId === changed),
        require,
        run: async (slot) => {
          await require();
          return await this.#run(plan, reader, slot);
        },
      },
      {
        updated: (updates) => {
          watcher.events(updates.map(eventOf));
        },
        shows: (shown) => {
          values.watch(shown);
        },
        ended: (reason) => {
          values.cancel();
          watcher.ended(reason);
        },
      },
    );
    return {
      cancel: () => {
        values.cancel();
        subscription.cancel();
      },
    };
  }

  async #run(plan: PanelPlan, reader: Reader, slot: Slot): Promise<LiveAnswers> {
    const computed = await this.#deps.panels.compute(plan, reader, slot.signal);
    slot.done();
    const parts = new Map<string, LiveAnswer>();
    const shown = new Map<DeviceId, Set<string>>();
    for (const panel of computed) {
      parts.set(panel.id, await this.#answerOf(panel));
      if (!("report" in panel.outcome) || panel.keys.length === 0) continue;
      for (const device of devicesIn(panel.outcome.report))
        shown.set(device, new Set([...(shown.get(device) ?? []), ...panel.keys]));
    }
    return { parts, shown };
  }

  async #answerOf({ outcome }: ComputedPanel): Promise<LiveAnswer> {
    if ("report" in outcome) {
      const answer = await liveAnswer(outcome.report, outcome.tookMillis);
      return { ...answer, whole: () => prefixed('"result":', answer.whole()) };
    }
    const text = `"error":${this.#deps.errorText(outcome.refusal)}`;
    return {
      ...{ head: text, rows: [], totals: "", chars: text.length },
      whole: () => [text],
      changesSince: (earlier) => (earlier.head === text ? "" : null),
    };
  }
}

function* prefixed(start: string, pieces: Iterable<string>): Generator<string, void, undefined> {
  yield start;
  yield* pieces;
}

function eventOf({ part, kind, pieces, chars }: LiveUpdate): DashboardEvent {
  return { name: kind === "whole" ? "panel" : "rows", pieces: panelText(part, kind, pieces), chars };
}

/** Changes are an object already, which is not empty. */
function* panelText(
  id: string,
  kind: LiveUpdate["kind"],
  pieces: Iterable<string>,
): Generator<string, void, undefined> {
  yield `{"id":${JSON.stringify(id)},`;
  if (kind === "whole") {
    yield* pieces;
    yield "}";
  } else yield [...pieces].join("").slice(1);
}

/** Equal for equal requests. */
function textOf({ range, filters, panels }: PanelRequest): string {
  return JSON.stringify([range, filters === null ? null : [...filters].sort(byName), panels]);
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
