// What all connections of one process have done, and the lines that report it.
import { LatencyHistogram } from "./latency-histogram.ts";

export class Tally {
  /** Messages acknowledged (publish), answered (respond) or received (idle). */
  messages = 0;
  /** Messages written, acknowledged or not. */
  sent = 0;
  /** The same two since the first message: what is forgotten is left in. */
  readonly whole = { messages: 0, sent: 0 };
  readonly latency = new LatencyHistogram();
  /** Failure code of an acknowledgement -> how often; such messages count as acknowledged too. */
  readonly refused = new Map<number, number>();
  /** Why connections ended or were not made -> how often. */
  readonly failures = new Map<string, number>();

  countMessage(): void {
    this.messages++;
    this.whole.messages++;
  }

  countSent(count: number): void {
    this.sent += count;
    this.whole.sent += count;
  }

  countRefusal(code: number): void {
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
  }

  countFailure(reason: string): void {
    this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1);
  }

  /** Takes over what `other` has counted, and empties it. */
  absorb(other: Tally): void {
    this.messages += other.messages;
    this.sent += other.sent;
    this.latency.add(other.latency);
    for (const [code, count] of other.refused) this.refused.set(code, (this.refused.get(code) ?? 0) + count);
    for (const [reason, count] of other.failures) this.failures.set(reason, (this.failures.get(reason) ?? 0) + count);
    other.forgetMessages();
    other.failures.clear();
  }

  /** Empties everything but the failures, which matter whenever they happened. */
  forgetMessages(): void {
    this.messages = 0;
    this.sent = 0;
    this.latency.clear();
    this.refused.clear();
  }
}

export interface ReportLine {
  readonly event: "interval" | "done";
  readonly seconds: number;
  readonly messages: number;
  readonly messagesPerSecond: number;
  readonly points: number;
  readonly pointsPerSecond: number;
  readonly sent: number;
  readonly latencyMillis: Readonly<Record<"p50" | "p90" | "p99" | "p999" | "max", number>>;
  /** Failure code in hex -> number of acknowledgements. */
  readonly refused: Readonly<Record<string, number>>;
  readonly failures: Readonly<Record<string, number>>;
  /** CPU seconds of this process per second; near 1 it is the generator that sets the pace. */
  readonly cpu: number;
}

/** The last line: `messages` and `sent` are of the measured time, these of the whole run, warm-up and drain included. */
export interface DoneLine extends ReportLine {
  readonly messagesOfRun: number;
  readonly sentOfRun: number;
  /** The same two of each connection, where they publish. */
  readonly ofConnections: readonly { readonly sent: number; readonly acknowledged: number }[];
}

export interface Span {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** The numbers of `tally` over `span`. */
export function reportLine(event: ReportLine["event"], tally: Tally, span: Span, pointsPerMessage: number): ReportLine {
  const seconds = Math.max(span.seconds, 0.001);
  const points = tally.messages * pointsPerMessage;
  const { latency } = tally;
  return {
    event,
    seconds: rounded(span.seconds, 3),
    messages: tally.messages,
    messagesPerSecond: rounded(tally.messages / seconds, 1),
    points,
    pointsPerSecond: rounded(points / seconds, 1),
    sent: tally.sent,
    latencyMillis: {
      p50: latency.percentile(50),
      p90: latency.percentile(90),
      p99: latency.percentile(99),
      p999: latency.percentile(99.9),
      max: latency.maxMillis,
    },
    refused: Object.fromEntries([...tally.refused].map(([code, count]) => [`0x${code.toString(16)}`, count])),
    failures: Object.fromEntries(tally.failures),
    cpu: rounded(span.cpuSeconds / seconds, 2),
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
