// What the main thread and a thread that reads large bodies say to each other. The main thread asks, and asks again when the
// answer has come: pieces that were not asked for would all arrive together.
import type { ErrorKind, ErrorReason } from "../../../core/errors.ts";
import type { JsonBounds } from "../../../lib/json-bounds.ts";
import type { BodyBytes, BodyPiece } from "./body-form.ts";

export type ToThread =
  | { readonly kind: "read"; readonly body: BodyBytes; readonly bounds: JsonBounds }
  | { readonly kind: "next" }
  /** The body is done with, whatever is left of it. */
  | { readonly kind: "drop" };

export type FromThread =
  | { readonly kind: "read"; readonly keys: readonly string[]; readonly rows: number }
  | { readonly kind: "piece"; readonly piece: BodyPiece | undefined }
  | {
      readonly kind: "refused";
      readonly error: { readonly kind: ErrorKind; readonly message: string; readonly reason: ErrorReason | undefined };
    };
