// Finds what can be kept of a damaged telemetry log, and what is lost: every frame that is whole is kept, also behind a
// damaged one. Positions tell how many are missing. Record: docs/decisions/0134-repair-into-a-new-folder.md.
import { open, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { damagedPoints, decodePoints } from "../../../core/telemetry/point-frame.ts";
import { readAt } from "../../../lib/read-at.ts";
import type { LostPoints, Times } from "../lost-points.ts";
import { contentFrom, FrameKind, frameAt, headAt, isCut, nextFrame, type Frame } from "./frame.ts";
import { seedOf } from "./read-log.ts";
import { headerOf, listSegments, SEGMENT_HEADER_BYTES, segmentName } from "./segment.ts";

export interface SalvagedLog {
  /** Number of frames that are kept. */
  readonly kept: number;
  /** In words, for the operator. */
  readonly damages: readonly string[];
  readonly lost: readonly LostPoints[];
}

/** What the telemetry file has of the log; undefined where that cannot be read. */
export interface KnownLog {
  /** In hexadecimal. */
  readonly id: string | undefined;
  readonly position: number;
}

/** Calls `use` with each frame to keep, in order. Their positions may have gaps. */
export async function salvageLog(
  folder: string,
  known: KnownLog | undefined,
  use: (frame: Frame) => Promise<void>,
): Promise<SalvagedLog> {
  const firsts = await listSegments(folder);
  const id = known?.id ?? (await newestId(folder, firsts));
  // A folder of version 0.2.0 or older has no log.
  if (id === undefined && firsts.length === 0) return { kept: 0, damages: [], lost: [] };
  const after = known?.position ?? (firsts[0] ?? 1) - 1;
  const salvage = new Salvage(basename(folder), { id, after, use });
  for (const [index, first] of firsts.entries()) {
    const following = firsts[index + 1];
    // Everything in it is older.
    if (following !== undefined && following <= after + 1) continue;
    await salvage.read({ first, bytes: await readFile(join(folder, segmentName(first))), following });
  }
  return salvage.end();
}

async function newestId(folder: string, firsts: readonly number[]): Promise<string | undefined> {
  for (const first of firsts.toReversed()) {
    const file = await open(join(folder, segmentName(first)));
    try {
      const header = headerOf(await readAt(file, 0, SEGMENT_HEADER_BYTES));
      if (header !== undefined) return header.id.toString("hex");
    } finally {
      await file.close();
    }
  }
  return undefined;
}

interface Segment {
  readonly first: number;
  readonly bytes: Buffer;
  readonly following: number | undefined;
}

/** A damaged part of a segment, which may have held several frames. */
interface Damage {
  readonly place: string;
  /** Of the first frame; undefined if nobody can know it. */
  readonly kind: number | undefined;
  /** Whether it surely held no more than one frame. */
  readonly isOne: boolean;
  /** The points of the first frame that can still be read. Some may be wrong. */
  readonly found: readonly { readonly series: number; readonly ts: number }[];
}

const KIND_WORDS: ReadonlyMap<number | undefined, string> = new Map([
  [FrameKind.deletion, ": a deletion, so that what it deleted is there again"],
  [FrameKind.mark, ": a mark of the installation, which is written again"],
]);

class Salvage {
  readonly #folder: string;
  readonly #id: string | undefined;
  readonly #use: (frame: Frame) => Promise<void>;
  readonly #damages: string[] = [];
  readonly #lost: LostPoints[] = [];
  #kept = 0;
  /** Up to here, frames are kept, stored in the file, or reported as lost. */
  #position: number;
  /** Damaged parts since then. */
  #open: Damage[] = [];
  /** The times of the last points that are kept. */
  #around: Times | undefined;
  #hasSegment = false;
  /** Whether the last segment says that another one follows. */
  #isEnded = false;

  constructor(
    folder: string,
    { id, after, use }: { id: string | undefined; after: number; use: (frame: Frame) => Promise<void> },
  ) {
    this.#folder = folder;
    this.#id = id;
    this.#position = after;
    this.#use = use;
  }

  async read({ first, bytes, following }: Segment): Promise<void> {
    const name = `${this.#folder}/${segmentName(first)}`;
    const header = headerOf(bytes);
    const id = header?.id.toString("hex") ?? this.#id;
    if (id === undefined || id !== this.#id) {
      this.#missing(`${name}: of another telemetry file, nothing of it is kept`);
      return;
    }
    this.#beginSegment(first);
    if (header === undefined && bytes.length <= SEGMENT_HEADER_BYTES) {
      // A crash interrupted its creation, unless it held frames that the file has.
      if (first > this.#position) this.#hasSegment = true;
      return;
    }
    this.#hasSegment = true;
    this.#isEnded = false;
    if (header === undefined) this.#damages.push(`${name}: its header is damaged, and not needed`);
    const seed = seedOf(Buffer.from(id, "hex"));
    for (let at = SEGMENT_HEADER_BYTES; at < bytes.length;) {
      const frame = frameAt(bytes, at, seed);
      if (frame === undefined) {
        // What follows was written again in the next segment.
        if (this.#position + 1 >= (following ?? Infinity)) return;
        const next = nextFrame(bytes, at, seed);
        // What follows was never acknowledged.
        if (next === undefined && following === undefined && isCut(bytes, at, seed)) return;
        if (next === undefined && bytes.subarray(at).every((byte) => byte === 0)) return;
        const end = next?.start ?? bytes.length;
        this.#open.push(damageAt(bytes, { at, end, seed, name }));
        at = end;
        continue;
      }
      at = frame.end;
      if (frame.position >= (following ?? Infinity) && frame.kind !== FrameKind.end) return;
      await this.#take(frame);
    }
  }

  end(): SalvagedLog {
    this.#reportDamages({ lost: undefined });
    if (!this.#hasSegment || this.#isEnded)
      this.#missing(`${this.#folder}: no entries behind ${String(this.#position)} are there, although there were some`);
    return { kept: this.#kept, damages: this.#damages, lost: this.#lost };
  }

  /** Entries before the segment that nothing has reported yet were in others. */
  #beginSegment(first: number): void {
    const lost = first - 1 - this.#position;
    if (lost <= 0 || (this.#open.length === lost && this.#open.every(({ isOne }) => isOne))) return;
    this.#reportDamages({ lost: undefined });
    this.#missing(this.#entriesTo(first - 1));
    this.#position = first - 1;
  }

  async #take({ position, kind, content }: Frame): Promise<void> {
    const times = kind === FrameKind.points ? timesOf(decodePoints(content).ts) : undefined;
    const lost = position - 1 - this.#position;
    if (lost > 0 && this.#open.length === 0) this.#missing(this.#entriesTo(position - 1));
    this.#reportDamages({ lost: Math.max(0, lost), next: times });
    this.#position = Math.max(this.#position, position - 1);
    if (kind === FrameKind.end) {
      this.#isEnded = true;
      return;
    }
    if (position <= this.#position) return;
    this.#position = position;
    this.#around = times ?? this.#around;
    this.#kept++;
    await this.#use({ position, kind, content });
  }

  /** Points of any time may have been there. */
  #missing(place: string): void {
    this.#damages.push(place);
    this.#lost.push({ series: undefined, from: undefined, to: undefined, points: undefined, place });
  }

  #entriesTo(last: number): string {
    return `${this.#folder}: entries from ${String(this.#position + 1)} to ${String(last)} are missing`;
  }

  /** `lost` is the number of frames that were there; undefined if unknown. `next` are the times of the next points. */
  #reportDamages({ lost, next }: { readonly lost: number | undefined; readonly next?: Times | undefined }): void {
    const damages = this.#open;
    this.#open = [];
    for (const { place, kind, isOne, found } of damages) {
      if (lost === 0) {
        this.#damages.push(`${place}: damaged, but nothing is lost by that`);
        continue;
      }
      const isAll = isOne || (lost === 1 && damages.length === 1);
      const words = KIND_WORDS.get(kind);
      const count = isAll || lost === undefined || damages.length > 1 ? "" : `: ${String(lost)} entries`;
      this.#damages.push(`${place}: damaged${isAll ? (words ?? "") : count}`);
      if (!isAll || words === undefined) this.#lose(place, found, next);
    }
  }

  /**
   * Names the points that can still be read from a damaged part. They may be wrong, so an unknown number from about the
   * same time is always named, too; from any time if nothing can be read.
   */
  #lose(place: string, found: Damage["found"], next: Times | undefined): void {
    const bySeries = new Map<number, { from: number; to: number; points: number }>();
    for (const { series, ts } of found) {
      const times = bySeries.get(series);
      if (times === undefined) bySeries.set(series, { from: ts, to: ts, points: 1 });
      else {
        times.from = Math.min(times.from, ts);
        times.to = Math.max(times.to, ts);
        times.points++;
      }
    }
    for (const [series, times] of bySeries) this.#lost.push({ series, ...times, place });
    const times = timesOf(found.map(({ ts }) => ts));
    const known = times === undefined ? [] : [times, this.#around, next].filter((range) => range !== undefined);
    this.#lost.push({
      series: undefined,
      from: known.length === 0 ? undefined : Math.min(...known.map(({ from }) => from)),
      to: known.length === 0 ? undefined : Math.max(...known.map(({ to }) => to)),
      points: undefined,
      place,
    });
  }
}

function damageAt(
  bytes: Buffer,
  { at, end, seed, name }: { at: number; end: number; seed: number; name: string },
): Damage {
  const head = headAt(bytes, at, seed);
  const content = contentFrom(bytes, at, end);
  const kind = head?.kind ?? kindIn(content);
  return {
    place: `${name} from byte ${String(at)} to ${String(end)}`,
    kind,
    isOne: head?.end === end,
    found: kind === undefined || kind === FrameKind.points ? damagedPoints(content) : [],
  };
}

/** Changes other than points begin with their kind, as JSON. */
function kindIn(content: Buffer): number | undefined {
  return [FrameKind.deletion, FrameKind.mark].find(
    (kind) => content.toString("utf8", 0, 9) === `{"kind":${String(kind)}`,
  );
}

function timesOf(ts: Float64Array | readonly number[]): Times | undefined {
  let from = Infinity;
  let to = -Infinity;
  for (const time of ts) {
    from = Math.min(from, time);
    to = Math.max(to, time);
  }
  return from > to ? undefined : { from, to };
}
