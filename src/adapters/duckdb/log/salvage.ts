// Finds what can be kept of a damaged telemetry log, and what is lost: every frame that is whole is kept, also behind a
// damaged one. Record: docs/decisions/0134-repair-into-a-new-folder.md.
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { damagedPoints, decodePoints } from "../../../core/telemetry/point-frame.ts";
import type { LostPoints, Times } from "../lost-points.ts";
import { contentFrom, FrameKind, frameAt, nextFrame, type Frame } from "./frame.ts";
import { seedOf } from "./read-log.ts";
import { headerOf, listSegments, SEGMENT_HEADER_BYTES, segmentName } from "./segment.ts";

export interface SalvagedLog {
  /** The frames to keep, in order. Their positions may have gaps. */
  readonly frames: readonly Frame[];
  /** In words, for the operator. */
  readonly damages: readonly string[];
  readonly lost: readonly LostPoints[];
}

/** `id`, in hexadecimal, is that of the log; undefined if only its segments can tell. Frames up to `after` are left out. */
export async function salvageLog(folder: string, id: string | undefined, after: number): Promise<SalvagedLog> {
  const firsts = await listSegments(folder);
  const salvage = new Salvage(basename(folder), after);
  for (const [index, first] of firsts.entries()) {
    const following = firsts[index + 1];
    // Everything in it is older.
    if (following !== undefined && following <= after + 1) continue;
    const name = segmentName(first);
    salvage.read({ name, bytes: await readFile(join(folder, name)), following }, id);
  }
  // A folder of version 0.2.0 or older has no log.
  return salvage.end(firsts.length > 0 || id === undefined);
}

interface Segment {
  readonly name: string;
  readonly bytes: Buffer;
  readonly following: number | undefined;
}

class Salvage {
  readonly #folder: string;
  readonly #frames: Frame[] = [];
  readonly #damages: string[] = [];
  readonly #lost: LostPoints[] = [];
  /** Damaged parts since the last points that were kept: those around them tell their times. */
  #unknown: { readonly place: string; readonly times: readonly (Times | undefined)[] }[] = [];
  #around: Times | undefined;
  #position: number;
  #isEnded = false;

  constructor(folder: string, after: number) {
    this.#folder = folder;
    this.#position = after;
  }

  read({ name, bytes, following = Infinity }: Segment, id: string | undefined): void {
    const header = headerOf(bytes);
    this.#isEnded = false;
    if (header === undefined && bytes.length <= SEGMENT_HEADER_BYTES) return;
    const ownId = header?.id.toString("hex") ?? id;
    if (ownId === undefined || (id !== undefined && ownId !== id)) {
      this.#damages.push(`${this.#folder}/${name}: of another telemetry file, nothing of it is kept`);
      return;
    }
    if (header === undefined) this.#damages.push(`${this.#folder}/${name}: its header is damaged, and not needed`);
    const seed = seedOf(Buffer.from(ownId, "hex"));
    for (let at = SEGMENT_HEADER_BYTES; at < bytes.length;) {
      const frame = frameAt(bytes, at, seed);
      if (frame === undefined) {
        // What follows was written again in the next segment, or was never acknowledged.
        if (this.#position + 1 >= following) return;
        const next = nextFrame(bytes, at, seed);
        if (next === undefined && bytes.subarray(at).every((byte) => byte === 0)) return;
        const end = next?.start ?? bytes.length;
        this.#lose(contentFrom(bytes, at, end), `${this.#folder}/${name} from byte ${String(at)} to ${String(end)}`);
        at = end;
        continue;
      }
      at = frame.end;
      if (frame.kind === FrameKind.end) this.#isEnded = true;
      else if (frame.position < following) this.#keep(frame);
    }
  }

  end(isThere: boolean): SalvagedLog {
    if (!isThere || this.#isEnded)
      this.#miss(`${this.#folder}: no entries behind ${String(this.#position)}, although there were more`);
    this.#tellUnknown(undefined);
    return { frames: this.#frames, damages: this.#damages, lost: this.#lost };
  }

  #keep(frame: Frame): void {
    const { position, kind, content } = frame;
    if (position <= this.#position) return;
    if (position > this.#position + 1 && this.#unknown.length === 0)
      this.#miss(`${this.#folder}: entries from ${String(this.#position + 1)} to ${String(position - 1)} are missing`);
    this.#position = position;
    this.#frames.push({ position, kind, content });
    if (kind !== FrameKind.points) return;
    const times = timesOf(decodePoints(content).ts);
    this.#tellUnknown(times);
    this.#around = times ?? this.#around;
  }

  #miss(place: string): void {
    this.#damages.push(place);
    this.#unknown.push({ place, times: [] });
  }

  /**
   * Names the points that can still be read from a damaged part. They may be wrong, so an unknown number from about the
   * same time is always named, too; from any time if nothing can be read.
   */
  #lose(content: Buffer, place: string): void {
    this.#damages.push(`${place}: damaged`);
    const found = damagedPoints(content);
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
    this.#unknown.push({ place, times: times === undefined ? [] : [times, this.#around] });
  }

  #tellUnknown(next: Times | undefined): void {
    for (const { place, times } of this.#unknown) {
      const known = times.length === 0 ? [] : [...times, next].filter((range) => range !== undefined);
      this.#lost.push({
        series: undefined,
        from: known.length === 0 ? undefined : Math.min(...known.map(({ from }) => from)),
        to: known.length === 0 ? undefined : Math.max(...known.map(({ to }) => to)),
        points: undefined,
        place,
      });
    }
    this.#unknown = [];
  }
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
