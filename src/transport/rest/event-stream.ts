// Server-sent events: one stream for a caller who listens, with a sign of life while nothing happens. A caller who reads
// slower than events come loses the stream, and comes again. Source: analytics contract 4.3, 7 (no. 5).
import { Readable } from "node:stream";
import type { Clock, Timer } from "../../lib/clock.ts";

export interface EventStreamBounds {
  /** How long nothing may be sent, in milliseconds. */
  readonly heartbeatMillis: number;
  /** Bytes that may wait for the caller beside the event that is being sent; with more the stream is cut. */
  readonly waitingBytesMax: number;
}

/** All streams of a server, which end when it stops. */
export class EventStreams {
  readonly #open = new Set<EventStream>();
  readonly #clock: Clock;
  readonly #bounds: EventStreamBounds;

  constructor(clock: Clock, bounds: EventStreamBounds) {
    this.#clock = clock;
    this.#bounds = bounds;
  }

  get count(): number {
    return this.#open.size;
  }

  open(): EventStream {
    const stream = new EventStream(this.#clock, this.#bounds);
    this.#open.add(stream);
    stream.readable.once("close", () => {
      this.#open.delete(stream);
    });
    return stream;
  }

  close(): void {
    for (const stream of this.#open) stream.end();
  }
}

export class EventStream {
  readonly readable: Readable;
  readonly #bounds: EventStreamBounds;
  readonly #heartbeat: Timer;
  #isOver = false;

  constructor(clock: Clock, bounds: EventStreamBounds) {
    this.#bounds = bounds;
    this.readable = new Readable({ read: () => undefined });
    this.#heartbeat = clock.every(bounds.heartbeatMillis, () => {
      this.#push(": \n\n");
    });
    this.readable.once("close", () => {
      this.#isOver = true;
      this.#heartbeat.cancel();
    });
  }

  /** Pieces of one JSON text, without line breaks. */
  send(event: string, pieces: Iterable<string>): void {
    // What waits already is looked at before: one event may be larger than all that may wait.
    if (this.readable.readableLength > this.#bounds.waitingBytesMax) this.readable.destroy();
    this.#push(`event: ${event}\ndata: `);
    for (const piece of pieces) this.#push(piece);
    this.#push("\n\n");
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#heartbeat.cancel();
    this.readable.push(null);
  }

  #push(text: string): void {
    if (!this.#isOver && !this.readable.destroyed) this.readable.push(text);
  }
}
