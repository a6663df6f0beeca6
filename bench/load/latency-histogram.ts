// Counts durations in buckets of constant relative width, so that a percentile costs the same after a hundred messages
// as after a hundred million and is never off by more than 1/64 of its value.

const SUB_BUCKET_BITS = 6;
const SUB_BUCKETS = 1 << SUB_BUCKET_BITS;
const MAGNITUDES = 31 - SUB_BUCKET_BITS;

export class LatencyHistogram {
  readonly #counts = new Float64Array((MAGNITUDES + 1) * SUB_BUCKETS);
  #total = 0;
  #maxMicros = 0;

  get total(): number {
    return this.#total;
  }

  /** `millis` is a duration; fractions count down to a microsecond. */
  record(millis: number): void {
    const micros = Math.max(0, Math.min(0x7fff_ffff, Math.round(millis * 1000)));
    const index = bucketOf(micros);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#total++;
    if (micros > this.#maxMicros) this.#maxMicros = micros;
  }

  /** The duration in milliseconds that `percent` (0 to 100) of the records do not exceed; 0 without records. */
  percentile(percent: number): number {
    const wanted = Math.max(1, Math.ceil((this.#total * percent) / 100));
    let seen = 0;
    for (let index = 0; index < this.#counts.length; index++) {
      seen += this.#counts[index] ?? 0;
      if (seen >= wanted) return Math.min(upperBoundOf(index), this.#maxMicros) / 1000;
    }
    return 0;
  }

  get maxMillis(): number {
    return this.#maxMicros / 1000;
  }

  add(other: LatencyHistogram): void {
    for (let index = 0; index < this.#counts.length; index++)
      this.#counts[index] = (this.#counts[index] ?? 0) + (other.#counts[index] ?? 0);
    this.#total += other.#total;
    this.#maxMicros = Math.max(this.#maxMicros, other.#maxMicros);
  }

  clear(): void {
    this.#counts.fill(0);
    this.#total = 0;
    this.#maxMicros = 0;
  }
}

// Values below SUB_BUCKETS have a bucket each; above, every doubling is cut into SUB_BUCKETS equal parts.
function bucketOf(micros: number): number {
  if (micros < SUB_BUCKETS) return micros;
  const shift = 31 - Math.clz32(micros) - SUB_BUCKET_BITS;
  return (shift << SUB_BUCKET_BITS) + (micros >>> shift);
}

function upperBoundOf(index: number): number {
  if (index < 2 * SUB_BUCKETS) return index;
  const shift = (index >>> SUB_BUCKET_BITS) - 1;
  return (index - (shift << SUB_BUCKET_BITS) + 1) * 2 ** shift - 1;
}
