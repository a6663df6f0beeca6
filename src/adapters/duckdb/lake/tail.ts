// What one process keeps of the log: the latest points, and in tables the changes that the lake does not have yet. It
// follows the log, applies frames in order, and lets go of what the lake has.
import type { PointBatch } from "../../../core/telemetry/point-batch.ts";
import type { Subscription } from "../../../core/bus/message-bus.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { FramesGone, type ChangeLog, type LoggedFrame } from "../../../core/telemetry/change-log.ts";
import type { StoreMark } from "../../../core/installation/store-marks.ts";
import { unpackPoints } from "../../../core/telemetry/packed-points.ts";
import type { PointListener } from "../../../core/telemetry/telemetry-store.ts";
import { DomainError } from "../../../core/errors.ts";
import type { Clock, Timer } from "../../../lib/clock.ts";
import { parseNamed } from "../../../lib/json-names.ts";
import type { Logger } from "../../../lib/logger.ts";
import { Slots } from "../../../lib/slots.ts";
import { asDomainError, type DuckdbDatabase } from "../duckdb-database.ts";
import type { DuckdbSession } from "../duckdb-session.ts";
import { LatestPoints, latestPoint } from "../latest-points.ts";
import type { LatestChanges } from "../latest-snapshot.ts";
import { latestAfterDeletion } from "../point-deletion.ts";
import { erase } from "./erasures.ts";
import { LakeFrameKind, type LakeChange } from "./lake-changes.ts";
import { inLake, readState, REMEDY, type LakeState } from "./lake-tables.ts";
import { chooseRelations, pinLake, TailTables, type TailFrame } from "./tail-tables.ts";

export interface TailOptions {
  /** Beyond this, frames stay in the log until the lake has taken some. */
  readonly bytesMax: number;
  /** How long a read waits for what was acknowledged before it. */
  readonly patienceMillis: number;
  /** How often the position of the lake is looked at. */
  readonly lookMillis: number;
}

export interface TailDeps {
  /** Open, with a lake. */
  readonly database: DuckdbDatabase;
  readonly log: ChangeLog;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Makes the engine again when a transaction of it has failed. */
  readonly reopen: () => Promise<void>;
}

/** What a tail has at a moment. */
export interface TailMoment {
  /** All frames up to here. */
  readonly position: number;
  readonly latest: LatestPoints;
  readonly mark: StoreMark | undefined;
  /** Frames up to here were dropped, as the lake has them. */
  readonly dropped: number;
  /** Points of the log, including those that were replaced. */
  readonly points: number;
  /** Position of the last frame that changed latest points other than by newer points. */
  readonly rewritten: number;
}

/** Points wait at most this long for more, so that one transaction of the engine has many. */
const APPLY_MILLIS = 100;
/** A transaction of the engine takes some milliseconds, however few points it stores. */
const POINTS_WORTH_APPLYING = 15_360;
const PAUSE_MILLIS = 400;
/** A lake that has not answered for this time counts as away. */
const SILENT_MILLIS_MAX = 10_000;
/** Of a row in memory. */
const ROW_BYTES = 40;

/** The lake has changes behind those of the tail, so it cannot say what the points were at a position between. */
class Overtaken extends Error {}

export class Tail {
  readonly #deps: TailDeps;
  readonly #options: TailOptions;
  #tables: TailTables | undefined;
  #latest = new LatestPoints();
  /** What others see of the latest points: those before a restart, until the new ones are as far. */
  #shown: { readonly latest: LatestPoints; readonly position: number } = { latest: this.#latest, position: 0 };
  #mark: StoreMark | undefined;
  /** The latest points have all frames up to here. */
  #received = 0;
  /** The tables have all frames up to here, but for those that the lake has. */
  #applied = 0;
  /** The position of the lake when it was last looked at. */
  #inLake = 0;
  #rewritten = 0;
  #listener: PointListener | undefined;
  /** The listener has all frames up to here: some of them come again when the tail is read again. Undefined before the start. */
  #published: number | undefined;
  #met = 0;
  #waiting: TailFrame[] = [];
  #waitingPoints = 0;
  /** Of the frames behind the position of the lake. */
  #sizes: { readonly position: number; readonly bytes: number; readonly points: number }[] = [];
  #bytes = 0;
  /** One slot: frames, and whatever must see the tables between two of them. */
  readonly #turns = new Slots({ max: 1 });
  #changes = Promise.withResolvers<undefined>();
  readonly #stopping = new AbortController();
  /** Ends the following of the log when a transaction outside of it has failed. */
  #round = new AbortController();
  #fault: Error | undefined;
  /** Why the log cannot be followed from where the lake is; undefined as soon as it can. */
  #gap: string | undefined;
  #following: Promise<void> = Promise.resolve();
  #applyTimer: Timer | undefined;
  #lookTimer: Timer | undefined;
  /** Since when the lake is asked for its position. */
  #lookingSince: number | undefined;

  constructor(deps: TailDeps, options: TailOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** Throws `unavailable` if the lake and the log do not fit together. */
  async start(): Promise<void> {
    await this.#restore();
    this.#following = this.#follow();
    this.#lookTimer = this.#deps.clock.every(this.#options.lookMillis, () => void this.look());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#lookTimer?.cancel();
    this.#applyTimer?.cancel();
    this.#changed();
    await this.#following;
    await this.#turns.run(() => Promise.resolve(this.#tables?.close()));
  }

  get latest(): LatestPoints {
    return this.#shown.latest;
  }

  get mark(): StoreMark | undefined {
    return this.#mark;
  }

  /** Points of the frames that this tail has met. */
  get points(): number {
    return this.#met;
  }

  listen(listener: PointListener): Subscription {
    this.#listener = listener;
    return {
      cancel: () => {
        if (this.#listener === listener) this.#listener = undefined;
      },
    };
  }

  /** The position up to which the latest points have all frames. */
  get position(): number {
    return this.#received;
  }

  /** Bytes of the changes that the lake did not have when it was last looked at. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Resolves when the latest points have everything that was acknowledged before the call. */
  async knowsLatest(): Promise<number> {
    const position = await this.#deps.log.last();
    await this.#reach(position);
    return position;
  }

  /**
   * Resolves when the latest points have everything that was acknowledged before the call, however long they take: a node that starts
   * may have much to read. Throws `unavailable` where they do not get on.
   */
  async catchUp(): Promise<void> {
    const position = await this.#deps.log.last();
    for (;;) {
      const before = this.#received;
      try {
        await this.#reach(position);
        return;
      } catch (error) {
        if (this.#received > before) continue;
        await this.#deps.log.last();
        throw this.#gap === undefined ? error : new DomainError("unavailable", `${this.#gap}. ${REMEDY}`);
      }
    }
  }

  /**
   * Throws `unavailable` while the lake does not answer: each read that began would keep a thread of the process until it does,
   * as nothing interrupts a question to its catalog.
   */
  requireLake(): void {
    const silent = this.#deps.clock.now() - (this.#lookingSince ?? Infinity);
    if (silent > SILENT_MILLIS_MAX)
      throw new DomainError("unavailable", `the history has not answered for ${String(silent)} ms`);
  }

  /** Resolves when the relation `points` has everything that was acknowledged before the call. */
  async knowsPoints(): Promise<void> {
    const position = await this.knowsLatest();
    while (this.#tables === undefined || this.#applied < position) {
      await this.#turns.run(() => this.#orReset(() => this.#apply()));
      await this.#reach(position);
    }
  }

  /**
   * Fixes what a transaction sees, and returns the position of that state: the lake's if a keeper of another node has brought
   * frames into it that this node does not have in its tables. Then the latest points are no older either.
   */
  async pin(session: DuckdbSession): Promise<number> {
    const { lake, tail } = await pinLake(session);
    await chooseRelations(session);
    await this.#reach(lake);
    return Math.max(lake, tail);
  }

  /** Runs `work` between two frames, with everything received in the tables. */
  async between<Result>(work: (moment: TailMoment) => Promise<Result>): Promise<Result> {
    return await this.#turns.run(async () => {
      await this.#orReset(() => this.#apply());
      return await work({
        position: this.#received,
        latest: this.#latest,
        mark: this.#mark,
        dropped: this.#inLake,
        points: this.#sizes.reduce((sum, { points }) => sum + points, 0),
        rewritten: this.#rewritten,
      });
    });
  }

  /** Looks how far the lake is, and lets go of what it has. */
  async look(): Promise<void> {
    if (this.#lookingSince !== undefined || this.#stopping.signal.aborted) return;
    this.#lookingSince = this.#deps.clock.now();
    try {
      const known = this.#inLake;
      const position = await this.#positionOfLake();
      if (position !== known) await this.#turns.run(() => this.letGo(position, known));
    } catch (error) {
      this.#deps.logger.debug("position of the lake not known", { error });
    } finally {
      this.#lookingSince = undefined;
    }
  }

  async #positionOfLake(): Promise<number> {
    const session = await this.#deps.database.openSessionAtOnce();
    try {
      return (await readState(session)).position;
    } finally {
      await session.close();
    }
  }

  /**
   * Runs while no frame is taken. The lake has everything up to `position`, which is less than it had when `known` was
   * found if its catalog was restored from a copy.
   */
  async letGo(position: number, known: number): Promise<void> {
    await this.#orReset(async () => {
      if (position < known) throw new Overtaken("the lake is older than it was");
      if (position <= this.#inLake) return;
      await this.#apply();
      await this.#drop(position);
      this.#inLake = position;
      this.#sizes = this.#sizes.filter((size) => size.position > position);
      this.#bytes = this.#sizes.reduce((sum, { bytes }) => sum + bytes, 0);
      this.#changed();
    });
  }

  async #drop(position: number): Promise<void> {
    const tables = this.#tables;
    if (tables === undefined) return;
    tables.close();
    await this.#deps.database.transaction(() => tables.drop(position));
    await tables.openAppenders();
  }

  async #reach(position: number): Promise<void> {
    if (this.#received >= position) return;
    const { clock } = this.#deps;
    const { patienceMillis } = this.#options;
    const late = Promise.withResolvers<undefined>();
    const timer = clock.after(patienceMillis, () => late.resolve(undefined));
    const end = clock.now() + patienceMillis;
    try {
      while (this.#received < position) {
        if (this.#stopping.signal.aborted || clock.now() >= end)
          throw new DomainError(
            "unavailable",
            `this node is ${String(position - this.#received)} frames behind the log of telemetry, so it cannot show what was acknowledged`,
          );
        await Promise.race([this.#changes.promise, late.promise]);
      }
    } finally {
      timer.cancel();
    }
  }

  #changed(): void {
    this.#changes.resolve(undefined);
    this.#changes = Promise.withResolvers();
  }

  async #restore(): Promise<void> {
    const { database, log } = this.#deps;
    const { writer } = database;
    const latest = new LatestPoints();
    this.#waiting = [];
    this.#waitingPoints = 0;
    this.#tables?.close();
    this.#tables = await TailTables.open(writer);
    const state = await inLake(writer, async () => {
      await writer.eachRow("SELECT series, ts, kind, num, text FROM lake.latest", ([series, ...point]) =>
        latest.restore(Number(series), latestPoint(point)),
      );
      return await readState(writer);
    }).catch((error: unknown) => {
      throw new DomainError(
        "unavailable",
        "the history, in CLUSTER_FILES and its catalog, does not answer, and this node begins with the latest points there",
        { cause: error },
      );
    });
    const last = await log.last();
    requireFit(state, log.id, last);
    await this.#tables.begin(state.position);
    if (this.#shown.latest === this.#latest) this.#shown = { latest: this.#latest, position: this.#received };
    this.#latest = latest;
    this.#mark = state.mark;
    this.#received = state.latest;
    this.#applied = state.latest;
    this.#inLake = state.position;
    this.#rewritten = state.latest;
    this.#sizes = [];
    this.#bytes = 0;
    const isMissed = this.#published !== undefined && this.#received > this.#published;
    this.#published = Math.max(this.#published ?? 0, this.#received);
    if (isMissed) {
      this.#met++;
      this.#listener?.missed();
    }
    this.#progress();
  }

  #progress(): void {
    if (this.#received >= this.#shown.position) this.#shown = { latest: this.#latest, position: 0 };
    this.#changed();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    const isOver = (): boolean => signal.aborted;
    let mustReset = false;
    while (!isOver()) {
      const before = this.#received;
      try {
        if (mustReset) await this.#turns.run(() => this.#reset());
        mustReset = false;
        const ends = AbortSignal.any([signal, this.#round.signal]);
        await this.#deps.log.follow(this.#received, (frame) => this.#next(frame, ends), ends);
        if (this.#fault !== undefined) throw this.#fault;
      } catch (error) {
        if (isOver()) return;
        if (error instanceof FramesGone) this.#gap = error.message;
        if (error instanceof FramesGone || error instanceof Overtaken)
          this.#deps.logger.info("telemetry of the log read again from the lake", { reason: error.message });
        else this.#deps.logger.error("log of telemetry cannot be followed", { error });
        if (mustReset || this.#received === before)
          await new Promise<void>((resolve) => this.#deps.clock.after(PAUSE_MILLIS, resolve));
        mustReset = true;
      }
    }
  }

  /**
   * A tail that the lake has overtaken has nothing that the lake lacks. After any other fault the engine is made again,
   * which ends the reads that have begun; they are tried again.
   */
  async #reset(): Promise<void> {
    // Without the log, nothing else would help.
    await this.#deps.log.last();
    this.#tables?.close();
    this.#tables = undefined;
    await this.#deps.reopen();
    await this.#restore();
    this.#fault = undefined;
    this.#round = new AbortController();
  }

  /** What the tables have is in doubt after a transaction has failed, so the follower begins again. */
  async #orReset(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#fault ??= error instanceof Error ? error : new Error(String(error));
      this.#round.abort();
      this.#changed();
      throw asDomainError(error);
    }
  }

  async #next(frame: LoggedFrame, ends: AbortSignal): Promise<void> {
    const isOver = (): boolean => ends.aborted;
    while (this.#bytes >= this.#options.bytesMax && !isOver()) await this.#changes.promise;
    if (isOver()) throw this.#fault ?? new Error("the tail has stopped");
    await this.#turns.run(() => this.#take(frame));
  }

  async #take({ position, kind, content }: LoggedFrame): Promise<void> {
    if (kind === LakeFrameKind.points) {
      const batch = unpackPoints(content);
      this.#publish(batch, position);
      const late = this.#latest.admit(batch);
      this.#latest.apply(batch);
      if (position > this.#inLake) this.#gather(batch, late, position);
    } else await this.#make(parseNamed(content.toString("utf8")) as LakeChange, position);
    this.#received = position;
    this.#gap = undefined;
    this.#published = Math.max(this.#published ?? 0, position);
    if (this.#waiting.length === 0) this.#applied = position;
    this.#progress();
    if (this.#waitingPoints >= POINTS_WORTH_APPLYING) await this.#apply();
    else if (this.#waiting.length > 0)
      this.#applyTimer ??= this.#deps.clock.after(APPLY_MILLIS, () => {
        // The follower meets the fault, and logs it.
        this.#turns.run(() => this.#orReset(() => this.#apply())).catch(() => undefined);
      });
  }

  /** Before the latest points have the batch, so that it can be seen which of its series are new. */
  #publish(batch: PointBatch, position: number): void {
    if (this.#published !== undefined && position <= this.#published) return;
    this.#published = position;
    this.#met += batch.count;
    this.#listener?.stored(batch, (series) => this.#latest.newest(series) === -Infinity);
  }

  #gather(batch: PointBatch, late: readonly number[], position: number): void {
    this.#waiting.push({ batch, late, position });
    this.#waitingPoints += batch.count;
    const bytes = ROW_BYTES * batch.count + 2 * batch.textLength;
    this.#sizes.push({ position, bytes, points: batch.count });
    this.#bytes += bytes;
  }

  async #make(change: LakeChange, position: number): Promise<void> {
    if (change.kind === LakeFrameKind.mark) {
      this.#mark = change.mark;
      this.#sizes.push({ position, bytes: 0, points: 0 });
      return;
    }
    await this.#apply();
    const { database } = this.#deps;
    const changes = await database.transaction(() => this.#delete(change, position));
    for (const [number, point] of changes) this.#latest.replace(number, point);
    if (change.kind === LakeFrameKind.deletion && position > (this.#published ?? 0))
      this.#publishDeleted([...changes.keys()]);
    this.#rewritten = position;
    const bytes = ROW_BYTES * ("series" in change ? change.series.length : change.max);
    this.#sizes.push({ position, bytes, points: 0 });
    this.#bytes += bytes;
  }

  #publishDeleted(series: readonly number[]): void {
    this.#listener?.deleted(series, (number) => this.#latest.get(number as SeriesNumber));
  }

  async #delete(
    change: Exclude<LakeChange, { kind: typeof LakeFrameKind.mark }>,
    position: number,
  ): Promise<LatestChanges> {
    const { writer } = this.#deps.database;
    const tables = this.#tables;
    if (tables === undefined) throw new DomainError("unavailable", "the tail of telemetry is being read again");
    // Only a deletion that brings back no earlier point need not know what the points were.
    const { lake } =
      change.kind !== LakeFrameKind.deletion || change.query.rewriteLatest ? await pinLake(writer) : { lake: 0 };
    if (lake >= position) throw new Overtaken(`the lake is at ${String(lake)}, a deletion is at ${String(position)}`);
    if (change.kind !== LakeFrameKind.deletion)
      return await erase(change, position, { writer, tables, latest: this.#latest });
    const { series, query } = change;
    const rewritten = await latestAfterDeletion(writer, this.#latest, series, query);
    if (position > this.#inLake) await tables.remove(series, query, position);
    return rewritten;
  }

  async #apply(): Promise<void> {
    this.#applyTimer?.cancel();
    this.#applyTimer = undefined;
    const { database } = this.#deps;
    const tables = this.#tables;
    // After a failure, what the tables and their appenders have is in doubt.
    if (tables === undefined || this.#fault !== undefined)
      throw new DomainError("unavailable", "the tail of telemetry is being read again");
    while (this.#waiting.length > 0) {
      const frames = this.#waiting.slice(0, groupLength(this.#waiting));
      await database.transaction(() => tables.write(frames));
      this.#waiting.splice(0, frames.length);
      for (const { batch, position } of frames) {
        this.#waitingPoints -= batch.count;
        this.#applied = position;
      }
    }
    this.#applied = this.#received;
  }
}

/** A point that replaces one with its own time to live must come behind it, in another transaction. */
function groupLength(frames: readonly TailFrame[]): number {
  let hasExpiring = false;
  for (const [index, { batch, late }] of frames.entries()) {
    if (hasExpiring && late.length > 0) return index;
    hasExpiring ||= batch.expiring.length > 0;
  }
  return frames.length;
}

function requireFit({ log, position }: LakeState, id: string, last: number): void {
  if (log !== id)
    throw new DomainError(
      "unavailable",
      `the lake has the changes of the log "${log}", the nodes use "${id}". ${REMEDY}`,
    );
  if (last < position)
    throw new DomainError(
      "unavailable",
      `the log ends with ${String(last)}, but the lake has ${String(position)}: the log is older than the lake. ${REMEDY}`,
    );
}
