// The socket of an MQTT connection, in memory: a test hands bytes to the server with `send` and reads what it wrote.
import type { ByteReceiver, ByteStream } from "../../src/transport/mqtt/byte-stream.ts";

export class MemoryStream implements ByteStream {
  readonly remoteAddress: string;
  /** What the server wrote, one entry a write. */
  readonly written: Uint8Array[] = [];
  /** While false, written bytes count as not taken. */
  isTaking = true;
  isPaused = false;
  isEnded = false;
  isDestroyed = false;
  pendingBytes = 0;
  #receiver: ByteReceiver | undefined;
  #isDrainAwaited = false;
  readonly #untaken: (() => void)[] = [];

  constructor(remoteAddress = "192.0.2.1") {
    this.remoteAddress = remoteAddress;
  }

  attach(receiver: ByteReceiver): void {
    this.#receiver = receiver;
  }

  /** The client sends `bytes`. */
  send(bytes: Buffer): void {
    this.#receiver?.received(bytes);
  }

  /** The client closes its side. */
  finish(): void {
    this.#receiver?.ended();
  }

  /** The client reads everything that was written. */
  take(): void {
    this.isTaking = true;
    this.pendingBytes = 0;
    for (const taken of this.#untaken.splice(0)) taken();
    if (!this.#isDrainAwaited) return;
    this.#isDrainAwaited = false;
    this.#receiver?.drained();
  }

  notifyDrained(): void {
    this.#isDrainAwaited = true;
  }

  get output(): Buffer {
    return Buffer.concat(this.written);
  }

  write(bytes: Uint8Array, taken?: () => void): void {
    this.written.push(bytes);
    if (this.isTaking) taken?.();
    else {
      this.pendingBytes += bytes.length;
      if (taken !== undefined) this.#untaken.push(taken);
    }
  }

  cork(): void {}

  uncork(): void {}

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    // The client closes as soon as it sees the end.
    queueMicrotask(() => {
      this.destroy();
    });
  }

  destroy(): void {
    if (this.isDestroyed) return;
    this.isDestroyed = true;
    for (const taken of this.#untaken.splice(0)) taken();
    queueMicrotask(() => this.#receiver?.closed());
  }
}
