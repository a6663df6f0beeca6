// The messages between a store's thread, which waits for each answer, and the thread that talks to the server.
import type { MessagePort } from "node:worker_threads";

/** A parameter on its way to the driver. */
export type Value = string | number | bigint | Uint8Array | null;

export interface Sent {
  readonly text: string;
  readonly values?: readonly Value[];
  /** The name under which the server keeps the prepared statement. */
  readonly name?: string;
}

/** What one store thread asks: to run statements one after the other, and to answer with the result of the last. */
export type ToServer =
  | { readonly kind: "connect"; readonly session: readonly string[] }
  | { readonly kind: "run"; readonly statements: readonly Sent[] }
  /** As `run`, but nobody waits for an answer. */
  | { readonly kind: "post"; readonly statements: readonly Sent[] }
  | { readonly kind: "close" };

export interface ServerError {
  /** SQLSTATE; undefined if the connection was lost or could not be made. */
  readonly code: string | undefined;
  readonly message: string;
  readonly detail: string | undefined;
  /** The index or key that was violated. */
  readonly constraint: string | undefined;
}

export interface Result {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly changes: number;
  /** The word that the server says of a statement that has run, as ROLLBACK for a COMMIT that could not be. */
  readonly command: string;
}

export type FromServer =
  | { readonly kind: "result"; readonly result: Result }
  /** `isLost`: the connection is gone. `isUnsent`: it was gone before, so that nothing of this has been sent. */
  | { readonly kind: "error"; readonly error: ServerError; readonly isLost: boolean; readonly isUnsent: boolean };

/** A question, or its answer, with the number of the question: nobody may take the answer of another one for it. */
export type Numbered<Message> = Message & { readonly number: number };

/** One end of a line between a thread of stores and the thread of the server. */
export interface Line {
  readonly port: MessagePort;
  /** The count of answers, so that the thread of stores can wait for the next one, or `ENDED`; and that of questions. */
  readonly counts: Int32Array<SharedArrayBuffer>;
}

export const [ANSWERS_AT, QUESTIONS_AT] = [0, 1];

/** The thread that talks to the server answers no more. */
export const ENDED = -1;

export type ToServerThread = ({ readonly kind: "line" } & Line) | { readonly kind: "end" };

export interface ServerThreadData {
  readonly url: string;
  readonly connectMillis: number;
  readonly answerMillis: number;
}
