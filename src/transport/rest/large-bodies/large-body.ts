// A large body of telemetry or attributes: the bytes that came, for a thread to read. Were it made a text here, collecting that text
// would hold up others.

/** What a handler gets: a small body is its text. */
export type SentValues = string | LargeBody;

export class LargeBody {
  readonly byteLength: number;
  /** Empty when a thread has them. */
  readonly bytes: Buffer<ArrayBuffer>;

  constructor(bytes: Buffer<ArrayBuffer>) {
    this.bytes = bytes;
    this.byteLength = bytes.byteLength;
  }
}
