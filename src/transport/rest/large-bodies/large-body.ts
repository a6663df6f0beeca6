// A large body, as bytes for a thread to read. If it became a text in the main thread,
// collecting that text would delay others.
import type { TenantId } from "../../../core/ids.ts";

/** Reads the JSON of an entity elsewhere, with the results and refusals of a small one. */
export interface EntityReader {
  entity(bytes: Uint8Array<ArrayBuffer>, tenantId: TenantId | null): Promise<unknown>;
}

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
