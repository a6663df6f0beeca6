// Live views: a watched view is computed once for all subscribers who would see the same. Source: analytics contract 7
// (no. 5).
import type { Clock } from "../../../lib/clock.ts";
import type { Subscription } from "../../bus/message-bus.ts";
import type { ViewId } from "../../ids.ts";
import type { Slot } from "../limiter/report-limiter.ts";
import type { Reader } from "../reader.ts";
import type { ReportRequest, ReportService } from "../report/report.ts";
import type { TableView } from "../view/table-view.ts";
import type { ViewSource } from "../views/view-service.ts";
import { liveAnswer } from "./live-answer.ts";
import type { LiveAnswers, LiveChannels, LiveComputation, LiveSubscriber } from "./live-channels.ts";

export interface LiveViewDeps {
  readonly views: ViewSource;
  readonly reports: Pick<ReportService, "run">;
  readonly channels: Pick<LiveChannels, "subscribe">;
  readonly clock: Clock;
}

export interface LiveRequest {
  readonly viewId: ViewId;
  readonly request: ReportRequest;
  /** Identifies equal requests: `request` as text. */
  readonly requestText: string;
}

export class LiveViews {
  readonly #deps: LiveViewDeps;

  constructor(deps: LiveViewDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves once the subscriber has been added; the first answer, whose part has no name, is sent to it later. Throws
   * like running the view if the view cannot be run, and `LIVE_MAX` if there are as many subscribers as allowed.
   */
  async subscribe(wanted: LiveRequest, reader: Reader, subscriber: LiveSubscriber): Promise<Subscription> {
    const view = await this.#deps.views.runnable(wanted.viewId, reader);
    const { viewId, request } = wanted;
    const computation: LiveComputation = {
      key: keyOf(wanted, reader, view),
      tenantId: reader.tenantId,
      isByLink: reader.shared !== undefined,
      about: { viewId },
      concerns: (id) => id === viewId,
      require: () => this.#deps.views.runnable(viewId, reader),
      run: (slot) => this.#run(viewId, request, reader, slot),
    };
    return this.#deps.channels.subscribe(computation, subscriber);
  }

  async #run(viewId: ViewId, request: ReportRequest, reader: Reader, slot: Slot): Promise<LiveAnswers> {
    const { clock, reports, views } = this.#deps;
    const startedAt = clock.now();
    const view = await views.runnable(viewId, reader);
    if (view.options.timeoutMs !== null) slot.limitTo(view.options.timeoutMs);
    const report = await reports.run(view, request, reader, slot.signal);
    return { parts: new Map([["", await liveAnswer(report, clock.now() - startedAt)]]), shown: new Map() };
  }
}

/**
 * Equal for readers who see the same now and will continue to. Figures of a customer, or in a user's zone, differ from
 * those of others; and an owner keeps seeing a view after it is no longer shared.
 */
function keyOf(
  { viewId, requestText }: LiveRequest,
  { tenantId, customerId, userId, shared }: Reader,
  view: TableView,
): string {
  const isOfReader =
    view.timeRange.timezone === "viewer" || view.fields.some(({ range }) => range?.timezone === "viewer");
  return JSON.stringify([
    ...["view", viewId, requestText, tenantId, customerId],
    isOfReader || (customerId !== null && view.owner.userId === userId) ? userId : null,
    shared?.linkId ?? null,
  ]);
}
