// Live views: recomputed when samples have arrived, at most every two seconds, once for all subscribers who would see
// the same. A view that takes long is recomputed less often, so that a wall of screens never uses more than a fifth of
// a slot's time. A view without subscribers costs nothing. Source: analytics contract 7 (no. 5).
import type { Clock, Timer } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { listen, type MessageBus, type Subscription } from "../../bus/message-bus.ts";
import { DomainError, stopping } from "../../errors.ts";
import type { ViewId } from "../../ids.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { ReportLimiter } from "../limiter/report-limiter.ts";
import type { Reader } from "../reader.ts";
import type { ReportRequest, ReportService } from "../report/report.ts";
import type { TableView } from "../view/table-view.ts";
import type { ViewSource } from "../views/view-service.ts";
import { liveAnswer, type LiveAnswer } from "./live-answer.ts";

export interface LiveViewDeps {
  readonly views: ViewSource;
  readonly reports: Pick<ReportService, "run">;
  readonly limiter: Pick<ReportLimiter, "take">;
  /** Number of samples stored since startup, for all tenants. */
  readonly samplesStored: () => number;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface LiveViewOptions {
  /** Most subscribers at a time. */
  readonly subscribersMax: number;
  readonly perTenantMax: number;
  /**
   * Most characters of the cached answers, which all subscribers of an answer share. A view that needs more is ended
   * for its subscribers.
   */
  readonly heldCharsMax: number;
  /** Minimum time between two computations. */
  readonly everyMillis: number;
  /**
   * Time after which a view is recomputed even without new samples, because ranges move, and devices and attributes
   * change.
   */
  readonly quietMillis: number;
}

export interface LiveSubscriber {
  /** The whole answer, or its changes; `chars` is the approximate length. Called in order. */
  update(event: "result" | "rows", pieces: Iterable<string>, chars: number): void;
  /** There will be no further updates. */
  ended(reason: DomainError): void;
}

export interface LiveRequest {
  readonly viewId: ViewId;
  readonly request: ReportRequest;
  /** Identifies equal requests: `request` as text. */
  readonly requestText: string;
}

/** A computation may take up to one part in this many of the time. */
const LOAD_DIVISOR = 5;

export class LiveViews {
  readonly #deps: LiveViewDeps;
  readonly #options: LiveViewOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #byTenant = new Map<string, number>();
  readonly #held: HeldChars;
  #subscription: Subscription | undefined;
  #count = 0;

  constructor(deps: LiveViewDeps, options: LiveViewOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#held = new HeldChars(options.heldCharsMax);
  }

  /** Number of subscribers, number of distinct computations for them, and characters of the cached answers. */
  get counts(): { readonly subscribers: number; readonly computations: number; readonly heldChars: number } {
    return { subscribers: this.#count, computations: this.#channels.size, heldChars: this.#held.chars };
  }

  start(): void {
    const { bus } = this.#deps;
    this.#subscription = listen(bus, {
      "view-changed": ({ viewId }) => {
        for (const channel of this.#channels.values()) if (channel.viewId === viewId) channel.touch();
      },
      "tenant-deleted": ({ tenantId }) => {
        for (const channel of [...this.#channels.values()])
          if (channel.tenantId === tenantId) channel.end(new AnalyticsError("VIEW_NOT_FOUND", "the tenant has gone"));
      },
    });
  }

  /** Ends the subscriptions of all subscribers. May be called more than once. */
  stop(): void {
    this.#subscription?.cancel();
    for (const channel of [...this.#channels.values()]) channel.end(stopping());
  }

  /**
   * Resolves once the subscriber has been added; the first result is sent to it later. Throws like running the view if
   * the view cannot be run, and `LIVE_MAX` if there are as many subscribers as allowed.
   */
  async subscribe(wanted: LiveRequest, reader: Reader, subscriber: LiveSubscriber): Promise<Subscription> {
    const view = await this.#deps.views.runnable(wanted.viewId, reader);
    this.#requireRoom(reader);
    const key = keyOf(wanted, reader, view);
    const channel = this.#channels.get(key) ?? this.#open(key, wanted, reader);
    this.#count++;
    this.#byTenant.set(reader.tenantId, (this.#byTenant.get(reader.tenantId) ?? 0) + 1);
    let isOver = false;
    const leave = (): void => {
      if (isOver) return;
      isOver = true;
      this.#count--;
      const left = (this.#byTenant.get(reader.tenantId) ?? 1) - 1;
      if (left === 0) this.#byTenant.delete(reader.tenantId);
      else this.#byTenant.set(reader.tenantId, left);
    };
    const membership = channel.join(subscriber, leave);
    return {
      cancel: () => {
        membership.cancel();
      },
    };
  }

  #open(key: string, wanted: LiveRequest, reader: Reader): Channel {
    const closed = (): void => {
      if (this.#channels.get(key) === channel) this.#channels.delete(key);
    };
    const channel = new Channel({ ...this.#deps, held: this.#held, wanted, reader, closed }, this.#options);
    this.#channels.set(key, channel);
    return channel;
  }

  #requireRoom({ tenantId }: Reader): void {
    const { subscribersMax, perTenantMax } = this.#options;
    const ofTenant = this.#byTenant.get(tenantId) ?? 0;
    if (this.#count < subscribersMax && ofTenant < perTenantMax) return;
    const [name, value] =
      ofTenant >= perTenantMax
        ? ["analytics.live.perTenantMax", perTenantMax]
        : ["analytics.live.subscribersMax", subscribersMax];
    throw new AnalyticsError("LIVE_MAX", `${String(value)} watch views live, which is all there may be`, [], {
      retryAfterSeconds: 60,
      limit: { name, value },
    });
  }
}

/**
 * Equal for readers who see the same now and will continue to. Figures of a customer, or in a user's zone, differ from
 * those of others; and an owner keeps seeing a view after it is no longer shared.
 */
function keyOf(
  { viewId, requestText }: LiveRequest,
  { tenantId, customerId, userId, sharedView }: Reader,
  view: TableView,
): string {
  const isOfReader =
    view.timeRange.timezone === "viewer" || view.fields.some(({ range }) => range?.timezone === "viewer");
  return JSON.stringify([
    ...[viewId, requestText, tenantId, customerId],
    isOfReader || (customerId !== null && view.owner.userId === userId) ? userId : null,
    sharedView?.linkId ?? null,
  ]);
}

/** Total characters of all cached answers. */
class HeldChars {
  readonly #max: number;
  #chars = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get chars(): number {
    return this.#chars;
  }

  /** Throws `REPORT_TOO_LARGE` if the total would exceed the limit. */
  replace(before: number, now: number): void {
    if (now > before && this.#chars - before + now > this.#max)
      throw new AnalyticsError(
        "REPORT_TOO_LARGE",
        `The answers of all watched views may have ${String(this.#max)} characters together, and this one does not fit beside the others; take fewer rows, or a larger bucket.`,
        [],
        { limit: { name: "analytics.live.maxHeldMebibytes", value: this.#max } },
      );
    this.#chars += now - before;
  }
}

interface Member {
  readonly subscriber: LiveSubscriber;
  readonly left: () => void;
  hasResult: boolean;
}

interface ChannelDeps extends LiveViewDeps {
  readonly held: HeldChars;
  readonly wanted: LiveRequest;
  readonly reader: Reader;
  readonly closed: () => void;
}

/** One computation and all its subscribers. */
class Channel {
  readonly viewId: ViewId;
  readonly tenantId: Reader["tenantId"];
  readonly #deps: ChannelDeps;
  readonly #options: LiveViewOptions;
  readonly #members = new Set<Member>();
  readonly #abort = new AbortController();
  #answer: LiveAnswer | undefined;
  #timer: Timer | undefined;
  #isRunning = false;
  #isTouched = true;
  #seen = -1;
  #computedAt = 0;

  constructor(deps: ChannelDeps, options: LiveViewOptions) {
    this.#deps = deps;
    this.#options = options;
    this.viewId = deps.wanted.viewId;
    this.tenantId = deps.reader.tenantId;
  }

  join(subscriber: LiveSubscriber, left: () => void): Subscription {
    const member: Member = { subscriber, left, hasResult: false };
    this.#members.add(member);
    if (this.#answer !== undefined) this.#give(member, this.#answer);
    else if (!this.#isRunning && this.#timer === undefined) void this.#compute();
    return {
      cancel: () => {
        this.#leave(member);
      },
    };
  }

  /**
   * The view has changed. Ends the subscriptions now, rather than at the next computation, if it was deleted or is no
   * longer visible to them.
   */
  touch(): void {
    this.#isTouched = true;
    void this.#endUnlessThere();
  }

  /** Never rejects. If the view cannot be looked up now, the next computation decides. */
  async #endUnlessThere(): Promise<void> {
    try {
      await this.#deps.views.runnable(this.viewId, this.#deps.reader);
    } catch (error) {
      const isOver = error instanceof AnalyticsError && error.code === "VIEW_NOT_FOUND";
      if (isOver && !this.#abort.signal.aborted) this.end(error);
    }
  }

  end(reason: DomainError): void {
    this.#close();
    for (const member of [...this.#members]) {
      this.#members.delete(member);
      member.left();
      member.subscriber.ended(reason);
    }
  }

  #leave(member: Member): void {
    if (!this.#members.delete(member)) return;
    member.left();
    if (this.#members.size === 0) this.#close();
  }

  #close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#deps.held.replace(this.#answer?.chars ?? 0, 0);
    this.#answer = undefined;
    this.#abort.abort(new DomainError("unavailable", "nobody watches the view any more"));
    this.#deps.closed();
  }

  #look(): void {
    this.#timer = undefined;
    const { clock, samplesStored } = this.#deps;
    const isQuiet = samplesStored() === this.#seen && !this.#isTouched;
    if (isQuiet && clock.now() - this.#computedAt < this.#options.quietMillis) this.#schedule(0);
    else void this.#compute();
  }

  /** Never rejects. */
  async #compute(): Promise<void> {
    const { clock, log } = this.#deps;
    this.#isRunning = true;
    this.#isTouched = false;
    this.#seen = this.#deps.samplesStored();
    try {
      const tookMillis = await this.#run();
      this.#computedAt = clock.now();
      this.#schedule(tookMillis * (LOAD_DIVISOR - 1));
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isRunning = false;
    }
    if (this.#abort.signal.aborted) log.debug("a view is not watched any more", { viewId: this.viewId });
  }

  async #run(): Promise<number> {
    const { clock, limiter, reports, views } = this.#deps;
    const { signal } = this.#abort;
    const slot = await limiter.take(this.tenantId, signal);
    try {
      const startedAt = clock.now();
      // Looked up each time, because the view and who may see it may have changed.
      const view = await views.runnable(this.viewId, this.#deps.reader);
      if (view.options.timeoutMs !== null) slot.limitTo(view.options.timeoutMs);
      const report = await reports.run(view, this.#deps.wanted.request, this.#deps.reader, slot.signal);
      const tookMillis = clock.now() - startedAt;
      const answer = await liveAnswer(report, tookMillis);
      if (!signal.aborted) this.#publish(answer);
      return tookMillis;
    } finally {
      slot.release();
    }
  }

  #failed(error: unknown): void {
    if (this.#abort.signal.aborted) return;
    // Too many reports at the moment: subscribers keep seeing the last figures for a while.
    if (error instanceof DomainError && (error.kind === "rate-limited" || error.kind === "unavailable")) {
      this.#isTouched = true;
      this.#schedule(this.#options.everyMillis);
      return;
    }
    if (!(error instanceof DomainError)) this.#deps.log.error("a live view failed", { viewId: this.viewId, error });
    this.end(
      error instanceof DomainError
        ? error
        : new DomainError("unavailable", "the view failed unexpectedly; the log of the server has it"),
    );
  }

  #schedule(pauseMillis: number): void {
    if (this.#abort.signal.aborted) return;
    this.#timer = this.#deps.clock.after(Math.max(this.#options.everyMillis, pauseMillis), () => {
      this.#look();
    });
  }

  #publish(answer: LiveAnswer): void {
    const previous = this.#answer;
    this.#deps.held.replace(previous?.chars ?? 0, answer.chars);
    this.#answer = answer;
    const changes = previous === undefined ? null : answer.changesSince(previous);
    for (const member of [...this.#members])
      if (!member.hasResult || changes === null) this.#give(member, answer);
      else if (changes !== "") member.subscriber.update("rows", [changes], changes.length);
  }

  #give(member: Member, answer: LiveAnswer): void {
    member.hasResult = true;
    member.subscriber.update("result", answer.whole(), answer.chars);
  }
}
