// Which times the rows of an era have. Of a row group the engine knows the least and the greatest time alone, and a few late points among
// fresh ones stretch that over all that lies between: a search for what a late point replaces would read every group written since
// such points began to come. With this it reads those of the few eras that have its times.
import type { PointBatch } from "../../core/telemetry/point-batch.ts";
import { Spans, type Span } from "../../lib/spans.ts";

/** Of an era: the fresh ones, and late ones of several gateways that were away. */
const TIMES_MAX = 8;

/** Eras whose times are known apart: a billion points, or a day of few; of more, neighbours are known together. */
const ERAS_MAX = 1_000;

/** Each range of eras is a search of its own. */
const SEARCHES_MAX = 3;

interface ErasWithTimes {
  readonly first: number;
  last: number;
  readonly times: Spans;
}

export class EraTimes {
  readonly #unknownLast: number;
  /** Ascending. */
  readonly #eras: ErasWithTimes[] = [];

  /** Rows of the eras up to `unknownLast` may have any time; those of later ones come by `add`. */
  constructor(unknownLast: number) {
    this.#unknownLast = unknownLast;
  }

  /** Before the next search; eras come in their order. */
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

  /** All eras that may have rows of the times of this batch, as few ranges. */
  erasOf(batch: PointBatch): readonly Span[] {
    const times = new Spans(TIMES_MAX);
    addTimes(times, batch);
    const eras = new Spans(SEARCHES_MAX);
    if (this.#unknownLast > 0) eras.add(0, this.#unknownLast);
    for (const known of this.#eras) if (known.times.overlaps(times)) eras.add(known.first, known.last);
    return [...eras];
  }

  /** Those two that are the fewest eras together. */
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
