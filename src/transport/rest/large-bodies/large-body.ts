// A large body of telemetry or attributes, as bytes for a thread to read. If it became a text in the main thread,
// collecting that text would delay others.

/** The body as a handler gets it; a small one is its text. */
export type SentValues = string | LargeBody;

export class LargeBody {
  readonly byteLength: number;
  /** Empty once a thread has taken them. */
  readonly bytes: Buffer<ArrayBuffer>;

  constructor(bytes: Buffer<ArrayBuffer>) {
    this.bytes = bytes;
    this.byteLength = bytes.byteLength;
  }
}
