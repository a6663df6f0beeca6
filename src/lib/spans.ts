// A bounded set of integer ranges that covers everything added to it. When it is full, the two closest ranges are merged,
// together with the gap between them.

/** Both ends are inclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export class Spans implements Iterable<Span> {
  readonly #max: number;
  /** In ascending order, with a gap between any two. */
  readonly #spans: Span[] = [];

  /** Keeps at most `max` ranges. */
  constructor(max: number) {
    this.#max = max;
  }

  add(from: number, to = from): void {
    const spans = this.#spans;
    const touched = spans.findIndex((span) => span.to >= from - 1);
    const first = spans[touched];
    if (first === undefined) spans.push({ from, to });
    else if (first.from > to + 1) spans.splice(touched, 0, { from, to });
    else if (first.from > from || first.to < to) this.#widen(touched, { from, to });
    if (spans.length > this.#max) this.#joinClosest();
  }

  addAll(others: Iterable<Span>): void {
    for (const { from, to } of others) this.add(from, to);
  }

  overlaps(others: Spans): boolean {
    return this.#spans.some((one) => others.#spans.some((other) => one.from <= other.to && other.from <= one.to));
  }

  [Symbol.iterator](): Iterator<Span> {
    return this.#spans.values();
  }

  /** Extends the range at `at` to include the given one, and merges the following ranges that it reaches. */
  #widen(at: number, { from, to }: Span): void {
    const spans = this.#spans;
    let end = at;
    while ((spans[end + 1]?.from ?? Infinity) <= to + 1) end++;
    const least = Math.min(from, spans[at]?.from ?? from);
    const greatest = Math.max(to, spans[end]?.to ?? to);
    spans.splice(at, end - at + 1, { from: least, to: greatest });
  }

  #joinClosest(): void {
    const gaps = this.#spans.map(({ from }, at) => from - (this.#spans[at - 1]?.to ?? -Infinity));
    const at = gaps.indexOf(Math.min(...gaps));
    const [one, other] = this.#spans.slice(at - 1, at + 1);
    if (one !== undefined && other !== undefined) this.#spans.splice(at - 1, 2, { from: one.from, to: other.to });
  }
}
