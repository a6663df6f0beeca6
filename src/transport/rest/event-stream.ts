// Server-sent events: one stream per listening caller, with a heartbeat while nothing happens. An event is written at
// the pace at which the caller reads, so that hundreds of slow readers hold very little memory each. A caller that
// reads more slowly than events arrive loses the stream and has to reconnect. Source: analytics contract 4.3, 7 (no.
// 5).
import { Readable } from "node:stream";
import type { Clock, Timer } from "../../lib/clock.ts";

export interface EventStreamOptions {
  /** Longest time without sending, in milliseconds, before a heartbeat. */
  readonly heartbeatMillis: number;
  /**
   * Characters of events that may wait behind those being sent when a further one arrives; beyond it the stream is cut.
   */
  readonly waitingCharsMax: number;
  /** How long a caller may take to receive one event, in milliseconds, before the stream is cut. */
  readonly takeMillis: number;
}

/** All streams of a server, which end when it stops. */
export class EventStreams {
  readonly #open = new Set<EventStream>();
  readonly #clock: Clock;
  readonly #options: EventStreamOptions;

  constructor(clock: Clock, options: EventStreamOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  get count(): number {
    return this.#open.size;
  }

  open(): EventStream {
    const stream = new EventStream(this.#clock, this.#options);
    this.#open.add(stream);
    stream.readable.once("close", () => {
      this.#open.delete(stream);
    });
    return stream;
  }

  /** Opens a stream and starts its events with `begin`; closes it if that fails. */
  async begin(begin: (stream: EventStream) => Promise<void>): Promise<Readable> {
    const stream = this.open();
    try {
      await begin(stream);
      return stream.readable;
    } catch (error) {
      stream.readable.destroy();
      throw error;
    }
  }

  close(): void {
    for (const stream of this.#open) stream.end();
  }
}

/** Characters handed on at a time. */
const PART_CHARS = 65_536;

export interface SentEvent {
  readonly name: string;
  readonly pieces: Iterable<string>;
  readonly chars: number;
}

interface WaitingEvent {
  readonly parts: Iterator<string, void, undefined>;
  /** The same for events that were sent together. */
  readonly moment: number;
  /** Approximate number of characters not handed on yet. */
  left: number;
}

export class EventStream {
  readonly readable: Readable;
  readonly #clock: Clock;
  readonly #options: EventStreamOptions;
  readonly #heartbeat: Timer;
  /** Events in order; the first is being sent. */
  readonly #waiting: WaitingEvent[] = [];
  #deadline: Timer | undefined;
  /** The caller has taken everything handed on and can take more. */
  #isWanted = false;
  #isOver = false;
  #moment = 0;

  constructor(clock: Clock, options: EventStreamOptions) {
    this.#clock = clock;
    this.#options = options;
    this.readable = new Readable({
      // Data must wait in `#waiting`, which is bounded, not in the stream's own buffer.
      highWaterMark: 1,
      read: () => {
        this.#isWanted = true;
        this.#handOn();
      },
    });
    this.#heartbeat = clock.every(options.heartbeatMillis, () => {
      if (this.#waiting.length === 0) this.#add([": \n\n"], 0);
    });
    this.readable.once("close", () => {
      this.#isOver = true;
      this.#heartbeat.cancel();
      this.#deadline?.cancel();
      this.#waiting.length = 0;
    });
  }

  /**
   * `pieces` is one JSON text of about `chars` characters without line breaks; each piece is requested when it is sent.
   */
  send(event: string, pieces: Iterable<string>, chars: number): void {
    this.sendAll([{ name: event, pieces, chars }]);
  }

  /** The same for events of one moment. */
  sendAll(events: readonly SentEvent[]): void {
    // What is being sent does not count, since it has a time limit: what waits behind it does, and those of one moment may be larger
    // than the bound.
    const sending = this.#waiting[0]?.moment;
    const behind = this.#waiting.reduce((sum, { moment, left }) => sum + (moment === sending ? 0 : left), 0);
    this.#moment++;
    if (behind > this.#options.waitingCharsMax) this.readable.destroy();
    else for (const { name, pieces, chars } of events) this.#add(eventText(name, pieces), chars);
  }

  /** Cancels the subscription when the stream closes; at once if it is closed already. */
  hold(subscription: { cancel(): void }): void {
    const cancel = (): void => {
      subscription.cancel();
    };
    if (this.readable.destroyed) cancel();
    else this.readable.once("close", cancel);
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#heartbeat.cancel();
    if (this.#waiting.length > 0) return;
    this.#limit();
    this.readable.push(null);
  }

  #add(text: Iterable<string>, chars: number): void {
    if (this.#isOver || this.readable.destroyed) return;
    this.#waiting.push({ parts: partsOf(text), left: chars, moment: this.#moment });
    if (this.#waiting.length === 1) this.#limit();
    this.#handOn();
  }

  /** Restarts the caller's time limit for the next event. */
  #limit(): void {
    this.#deadline?.cancel();
    this.#deadline = this.#clock.after(this.#options.takeMillis, () => this.readable.destroy());
  }

  #handOn(): void {
    for (let event = this.#waiting[0]; this.#isWanted && event !== undefined; event = this.#waiting[0]) {
      const next = event.parts.next();
      if (next.done !== true) {
        event.left -= next.value.length;
        this.#isWanted = this.readable.push(next.value);
        continue;
      }
      this.#waiting.shift();
      if (this.#waiting.length > 0 || this.#isOver) this.#limit();
      else this.#deadline?.cancel();
      if (this.#waiting.length === 0 && this.#isOver) this.readable.push(null);
    }
  }
}

function* eventText(event: string, pieces: Iterable<string>): Generator<string, void, undefined> {
  yield `event: ${event}\ndata: `;
  yield* pieces;
  yield "\n\n";
}

/** Texts of bounded length, none of which splits a character. */
function* partsOf(texts: Iterable<string>): Generator<string, void, undefined> {
  for (const text of texts) {
    let start = 0;
    while (text.length - start > PART_CHARS) {
      const isWithin = HIGH_SURROGATE.test(text.charAt(start + PART_CHARS - 1));
      const end = start + PART_CHARS - (isWithin ? 1 : 0);
      yield text.slice(start, end);
      start = end;
    }
    yield text.slice(start);
  }
}

const HIGH_SURROGATE = /[\uD800-\uDBFF]/;
