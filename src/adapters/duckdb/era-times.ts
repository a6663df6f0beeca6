// The timestamps that the rows of each era have. The engine knows only the least and the greatest timestamp of a row group, and a few
// late points among fresh ones stretch that range over everything in between: a search for the points that a late one replaces would
// read every group written since late points began to arrive. This index narrows the search to the few eras that can hold them.
import type { PointBatch } from "../../core/telemetry/point-batch.ts";
import { Spans, type Span } from "../../lib/spans.ts";

/** Ranges of timestamps kept for an era: fresh points, and late points of several gateways that were offline. */
const TIMES_MAX = 8;

/** Eras indexed separately: a billion points, or a day with few points. Beyond this, neighbouring eras are merged. */
const ERAS_MAX = 1_000;

/** Ranges of eras in the answer to a search; each range costs one DELETE statement. */
const SEARCHES_MAX = 3;

interface ErasWithTimes {
  readonly first: number;
  last: number;
  readonly times: Spans;
}

export class EraTimes {
  readonly #unknownLast: number;
  /** In ascending order. */
  readonly #eras: ErasWithTimes[] = [];

  /** Eras up to `unknownLast` may have rows of any timestamp; the rows of later eras are added by `add`. */
  constructor(unknownLast: number) {
    this.#unknownLast = unknownLast;
  }

  /** Must be called before the next search, with eras in ascending order. */
  add(era: number, batch: PointBatch): void {
    if (era <= this.#unknownLast) return;
    let present = this.#eras.at(-1);
    if (present === undefined || present.last < era) {
      if (this.#eras.length === ERAS_MAX) this.#joinNeighbours();
      present = { first: era, last: era, times: new Spans(TIMES_MAX) };
      this.#eras.push(present);
    }
    addTimes(present.times, batch);
  }

  /** The eras that may have rows with the timestamps of this batch, in at most `SEARCHES_MAX` ranges. */
  erasOf(batch: PointBatch): readonly Span[] {
    const times = new Spans(TIMES_MAX);
    addTimes(times, batch);
    const eras = new Spans(SEARCHES_MAX);
    if (this.#unknownLast > 0) eras.add(0, this.#unknownLast);
    for (const known of this.#eras) if (known.times.overlaps(times)) eras.add(known.first, known.last);
    return [...eras];
  }

  /** Merges the two neighbours that together span the fewest eras. */
  #joinNeighbours(): void {
    const widths = this.#eras.map(({ last }, at) => last - (this.#eras[at - 1]?.first ?? -Infinity));
    const at = widths.indexOf(Math.min(...widths));
    const [one, other] = this.#eras.slice(at - 1, at + 1);
    if (one === undefined || other === undefined) return;
    one.last = other.last;
    one.times.addAll(other.times);
    this.#eras.splice(at, 1);
  }
}

function addTimes(times: Spans, { ts, count }: PointBatch): void {
  let before: number | undefined;
  for (let row = 0; row < count; row++) {
    const time = ts[row] ?? 0;
    if (time !== before) times.add(time);
    before = time;
  }
}
