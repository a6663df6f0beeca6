// Messages between the main thread and a thread that reads large bodies. The main thread requests each piece after
// receiving the previous one: unrequested pieces would all arrive together.
import type { ErrorKind, ErrorReason } from "../../../core/errors.ts";
import type { JsonBounds } from "../../../lib/json-bounds.ts";
import type { BodyBytes, BodyPiece } from "./body-form.ts";
import type { JsonPart } from "./json-parts.ts";

export type ToThread =
  | { readonly kind: "read"; readonly body: BodyBytes; readonly bounds: JsonBounds }
  /** Reads the JSON of an entity, and answers with its first parts. */
  | { readonly kind: "read-entity"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "next" }
  /** The main thread is finished with the body, whatever remains of it. */
  | { readonly kind: "drop" };

export type FromThread =
  | { readonly kind: "read"; readonly keys: readonly string[]; readonly rows: number }
  | { readonly kind: "piece"; readonly piece: BodyPiece | undefined }
  /** The next of an entity; undefined after the last. */
  | { readonly kind: "parts"; readonly parts: readonly JsonPart[] | undefined }
  | {
      readonly kind: "refused";
      readonly error: { readonly kind: ErrorKind; readonly message: string; readonly reason: ErrorReason | undefined };
    };
