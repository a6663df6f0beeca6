// Answers that are watched: computed again when samples have arrived, at most every two seconds, once for all subscribers
// who would see the same. What takes long is computed less often, so that a wall of screens never uses more than a fifth of
// a slot's time. What nobody watches costs nothing. Source: analytics contract 7 (no. 5).
import type { Clock, Timer } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { listen, type MessageBus, type Subscription } from "../../bus/message-bus.ts";
import { DomainError, stopping } from "../../errors.ts";
import type { DashboardId, DeviceId, TenantId, ViewId } from "../../ids.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { ReportLimiter, Slot } from "../limiter/report-limiter.ts";
import type { LiveAnswer } from "./live-answer.ts";

export interface LiveChannelDeps {
  readonly limiter: Pick<ReportLimiter, "take">;
  /** Number of samples stored since startup, for all tenants. */
  readonly samplesStored: () => number;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface LiveOptions {
  /** Most subscribers at a time. */
  readonly subscribersMax: number;
  readonly perTenantMax: number;
  /**
   * Most characters of the cached answers, which all subscribers of an answer share. What needs more is ended for its
   * subscribers.
   */
  readonly heldCharsMax: number;
  /** Minimum time between two computations. */
  readonly everyMillis: number;
  /**
   * Time after which answers are recomputed even without new samples, because ranges move, and devices and attributes
   * change.
   */
  readonly quietMillis: number;
}

/** What is watched: one answer, or several that are computed together. */
export interface LiveComputation {
  /** Equal for subscribers who see the same now and will continue to. */
  readonly key: string;
  readonly tenantId: TenantId;
  /** Whether it is watched through a share link. */
  readonly isByLink: boolean;
  /** In the log. */
  readonly about: Readonly<Record<string, string>>;
  /** Whether a change of this entity may change it, or end it. */
  concerns(id: ViewId | DashboardId): boolean;
  /** Rejects if it may not be watched any more, or no longer as it is. */
  require(): Promise<unknown>;
  /** Rejects like `require`: what is watched, and who may see it, may have changed since. */
  run(slot: Slot): Promise<LiveAnswers>;
}

export interface LiveAnswers {
  /** By name of the part; one that has gone stays with the subscribers. */
  readonly parts: ReadonlyMap<string, LiveAnswer>;
  /** Keys by the devices of which the parts show them, for subscribers who want their newest values. */
  readonly shown: DeviceKeys;
}

export type DeviceKeys = ReadonlyMap<DeviceId, ReadonlySet<string>>;

export interface LiveUpdate {
  readonly part: string;
  /** The whole answer, or its changes as `LiveAnswer` has them. */
  readonly kind: "whole" | "changes";
  readonly pieces: Iterable<string>;
  /** Their approximate length. */
  readonly chars: number;
}

export interface LiveSubscriber {
  /** What a computation has changed, at least one part. Called in order. */
  updated(updates: readonly LiveUpdate[]): void;
  /** Called after each computation. */
  shows?(shown: DeviceKeys): void;
  /** There will be no further updates. */
  ended(reason: DomainError): void;
}

/** Anybody may have a link: those of a tenant together watch up to one part in this many of what the tenant may. */
const LINKS_DIVISOR = 2;

/** A computation may take up to one part in this many of the time. */
const LOAD_DIVISOR = 5;

export class LiveChannels {
  readonly #deps: LiveChannelDeps;
  readonly #options: LiveOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #byTenant = new Map<TenantId, number>();
  readonly #byLinks = new Map<TenantId, number>();
  readonly #held: HeldChars;
  #subscription: Subscription | undefined;
  #count = 0;

  constructor(deps: LiveChannelDeps, options: LiveOptions) {
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
    const touch = (id: ViewId | DashboardId): void => {
      for (const channel of this.#channels.values()) if (channel.computation.concerns(id)) channel.touch();
    };
    this.#subscription = listen(bus, {
      "view-changed": ({ viewId }) => {
        touch(viewId);
      },
      "dashboard-changed": ({ dashboardId }) => {
        touch(dashboardId);
      },
      "tenant-deleted": ({ tenantId }) => {
        for (const channel of [...this.#channels.values()])
          if (channel.computation.tenantId === tenantId)
            channel.end(new AnalyticsError("VIEW_NOT_FOUND", "the tenant has gone"));
      },
    });
  }

  /** Ends the subscriptions of all subscribers. May be called more than once. */
  stop(): void {
    this.#subscription?.cancel();
    for (const channel of [...this.#channels.values()]) channel.end(stopping());
  }

  /** The first answers are sent later. Throws `LIVE_MAX` if there are as many subscribers as allowed. */
  subscribe(computation: LiveComputation, subscriber: LiveSubscriber): Subscription {
    const { key, tenantId, isByLink } = computation;
    this.#requireRoom(computation);
    const channel = this.#channels.get(key) ?? this.#open(computation);
    const count = (by: 1 | -1): void => {
      this.#count += by;
      for (const counts of isByLink ? [this.#byTenant, this.#byLinks] : [this.#byTenant]) {
        const now = (counts.get(tenantId) ?? 0) + by;
        if (now === 0) counts.delete(tenantId);
        else counts.set(tenantId, now);
      }
    };
    count(1);
    let isOver = false;
    const leave = (): void => {
      if (isOver) return;
      isOver = true;
      count(-1);
    };
    return channel.join(subscriber, leave);
  }

  #open(computation: LiveComputation): Channel {
    const { key } = computation;
    const closed = (): void => {
      if (this.#channels.get(key) === channel) this.#channels.delete(key);
    };
    const channel = new Channel({ ...this.#deps, held: this.#held, computation, closed }, this.#options);
    this.#channels.set(key, channel);
    return channel;
  }

  #requireRoom({ tenantId, isByLink }: LiveComputation): void {
    const { subscribersMax, perTenantMax } = this.#options;
    const linksMax = Math.ceil(perTenantMax / LINKS_DIVISOR);
    const hasLinksMax = isByLink && (this.#byLinks.get(tenantId) ?? 0) >= linksMax;
    const hasTenantMax = (this.#byTenant.get(tenantId) ?? 0) >= perTenantMax;
    if (this.#count < subscribersMax && !hasTenantMax && !hasLinksMax) return;
    const [name, value] =
      hasTenantMax || hasLinksMax
        ? ["analytics.live.perTenantMax", perTenantMax]
        : ["analytics.live.subscribersMax", subscribersMax];
    const most = hasLinksMax && !hasTenantMax ? `Through links, ${String(linksMax)}` : String(value);
    throw new AnalyticsError("LIVE_MAX", `${most} watch views and dashboards live, which is all there may be`, [], {
      retryAfterSeconds: 60,
      limit: { name, value },
    });
  }
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
  hasAnswers: boolean;
}

interface ChannelDeps extends LiveChannelDeps {
  readonly held: HeldChars;
  readonly computation: LiveComputation;
  readonly closed: () => void;
}

/** One computation and all its subscribers. */
class Channel {
  readonly computation: LiveComputation;
  readonly #deps: ChannelDeps;
  readonly #options: LiveOptions;
  readonly #members = new Set<Member>();
  readonly #abort = new AbortController();
  #answers: LiveAnswers | undefined;
  #timer: Timer | undefined;
  #isRunning = false;
  #isTouched = true;
  #seen = -1;
  #computedAt = 0;

  constructor(deps: ChannelDeps, options: LiveOptions) {
    this.#deps = deps;
    this.#options = options;
    this.computation = deps.computation;
  }

  join(subscriber: LiveSubscriber, left: () => void): Subscription {
    const member: Member = { subscriber, left, hasAnswers: false };
    this.#members.add(member);
    if (this.#answers !== undefined) this.#give(member, this.#answers);
    else if (!this.#isRunning && this.#timer === undefined) void this.#compute();
    return {
      cancel: () => {
        this.#leave(member);
      },
    };
  }

  /**
   * Something that it shows has changed. Ends the subscriptions now, rather than at the next computation, if it was
   * deleted, is no longer visible to them, or is no longer what they watch.
   */
  touch(): void {
    this.#isTouched = true;
    void this.#endUnlessThere();
  }

  /** Never rejects. If that cannot be looked up now, the next computation decides. */
  async #endUnlessThere(): Promise<void> {
    try {
      await this.computation.require();
    } catch (error) {
      const isOver = error instanceof DomainError && OVER.has(error.kind);
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
    this.#deps.held.replace(charsOf(this.#answers), 0);
    this.#answers = undefined;
    this.#abort.abort(new DomainError("unavailable", "nobody watches it any more"));
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
    if (this.#abort.signal.aborted) log.debug("answers are not watched any more", this.computation.about);
  }

  async #run(): Promise<number> {
    const { clock, limiter } = this.#deps;
    const { signal } = this.#abort;
    const slot = await limiter.take(this.computation.tenantId, signal);
    try {
      const startedAt = clock.now();
      const answers = await this.computation.run(slot);
      if (!signal.aborted) this.#publish(answers);
      return clock.now() - startedAt;
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
    if (!(error instanceof DomainError))
      this.#deps.log.error("a live answer failed", { ...this.computation.about, error });
    this.end(
      error instanceof DomainError
        ? error
        : new DomainError("unavailable", "it failed unexpectedly; the log of the server has it"),
    );
  }

  #schedule(pauseMillis: number): void {
    if (this.#abort.signal.aborted) return;
    this.#timer = this.#deps.clock.after(Math.max(this.#options.everyMillis, pauseMillis), () => {
      this.#look();
    });
  }

  #publish(answers: LiveAnswers): void {
    const previous = this.#answers;
    this.#deps.held.replace(charsOf(previous), charsOf(answers));
    this.#answers = answers;
    const changes = changesOf(answers, previous);
    for (const member of [...this.#members])
      if (!member.hasAnswers) this.#give(member, answers);
      else {
        if (changes.length > 0) member.subscriber.updated(changes);
        member.subscriber.shows?.(answers.shown);
      }
  }

  #give(member: Member, { parts, shown }: LiveAnswers): void {
    member.hasAnswers = true;
    if (parts.size > 0) member.subscriber.updated([...parts].map(([part, answer]) => wholeOf(part, answer)));
    member.subscriber.shows?.(shown);
  }
}

function wholeOf(part: string, answer: LiveAnswer): LiveUpdate {
  // Each subscriber goes through the pieces of its own.
  return {
    part,
    kind: "whole",
    pieces: { [Symbol.iterator]: () => answer.whole()[Symbol.iterator]() },
    chars: answer.chars,
  };
}

function changesOf({ parts }: LiveAnswers, previous: LiveAnswers | undefined): readonly LiveUpdate[] {
  return [...parts].flatMap(([part, answer]): LiveUpdate[] => {
    const earlier = previous?.parts.get(part);
    const changes = earlier === undefined ? null : answer.changesSince(earlier);
    if (changes === "") return [];
    if (changes === null) return [wholeOf(part, answer)];
    return [{ part, kind: "changes", pieces: [changes], chars: changes.length }];
  });
}

/** Kinds of errors after which nothing more can come. */
const OVER: ReadonlySet<DomainError["kind"]> = new Set(["not-found", "forbidden", "conflict"]);

function charsOf(answers: LiveAnswers | undefined): number {
  let chars = 0;
  for (const answer of answers?.parts.values() ?? []) chars += answer.chars;
  return chars;
}
