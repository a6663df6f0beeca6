// What clients of the WebSocket get: updates and errors as JSON text. An update for many subscribers is written once;
// only the number at its start differs. Source: REST contract 15.
import { DomainError, type ErrorKind } from "../../core/errors.ts";
import type { Sample, Update } from "../../core/subscriptions/subscription.ts";
import { stringValue } from "../rest/value-text.ts";

/** Clients depend on these numbers. */
export const LiveErrorCode = {
  NONE: 0,
  INTERNAL: 1,
  BAD_REQUEST: 2,
  UNAUTHORIZED: 3,
  TOO_MANY_UPDATES: 34,
} as const;
export type LiveErrorCode = (typeof LiveErrorCode)[keyof typeof LiveErrorCode];

const CODES: Readonly<Record<ErrorKind, LiveErrorCode>> = {
  invalid: LiveErrorCode.BAD_REQUEST,
  unauthenticated: LiveErrorCode.UNAUTHORIZED,
  forbidden: LiveErrorCode.UNAUTHORIZED,
  unsupported: LiveErrorCode.BAD_REQUEST,
  "not-found": LiveErrorCode.BAD_REQUEST,
  conflict: LiveErrorCode.INTERNAL,
  "too-large": LiveErrorCode.BAD_REQUEST,
  "limit-exceeded": LiveErrorCode.BAD_REQUEST,
  "rate-limited": LiveErrorCode.TOO_MANY_UPDATES,
  timeout: LiveErrorCode.INTERNAL,
  unavailable: LiveErrorCode.INTERNAL,
};

/** Frames kept for one update; with further command numbers the frame is written again for each subscriber. */
const FRAMES_KEPT_MAX = 16;

/** Writes updates and keeps the last one, as the next subscriber is likely to get the same. */
export class UpdateWriter {
  #last: Update | undefined;
  #rest = "";
  readonly #byCommand = new Map<number, Buffer>();

  /** Returns the same bytes for the same update and command until another update is written. */
  write(cmdId: number, update: Update): Buffer {
    if (update !== this.#last) {
      this.#last = update;
      this.#rest = restOf(update);
      this.#byCommand.clear();
    }
    const known = this.#byCommand.get(cmdId);
    if (known !== undefined) return known;
    const bytes = Buffer.from(`{"subscriptionId":${String(cmdId)}${this.#rest}`);
    // Clients number their commands from 1, so a few frames serve nearly all of them.
    if (this.#byCommand.size < FRAMES_KEPT_MAX) this.#byCommand.set(cmdId, bytes);
    return bytes;
  }

  /** Drops the frames kept. */
  forget(): void {
    this.#last = undefined;
    this.#rest = "";
    this.#byCommand.clear();
  }
}

/** An empty update. */
export function aliveAnswer(cmdId: number): Buffer {
  return Buffer.from(
    `{"subscriptionId":${String(cmdId)},"errorCode":${String(LiveErrorCode.NONE)},"errorMsg":null,"data":{},"latestValues":{}}`,
  );
}

export function errorAnswer(cmdId: number, code: LiveErrorCode, message: string): Buffer {
  return Buffer.from(
    `{"subscriptionId":${String(cmdId)},"errorCode":${String(code)},"errorMsg":${JSON.stringify(message)},"data":null,"latestValues":{}}`,
  );
}

/** The code for an error; undefined if the error is a bug. */
export function codeOf(error: unknown): LiveErrorCode | undefined {
  return error instanceof DomainError ? CODES[error.kind] : undefined;
}

function restOf(update: Update): string {
  let data = "";
  let latest = "";
  for (const [key, samples] of update) {
    const name = JSON.stringify(key);
    const separator = data === "" ? "" : ",";
    data += `${separator}${name}:[${samples.map(pairOf).join(",")}]`;
    latest += `${separator}${name}:${String(newestTs(samples))}`;
  }
  return `,"errorCode":0,"errorMsg":null,"data":{${data}},"latestValues":{${latest}}}`;
}

function pairOf({ ts, value }: Sample): string {
  return `[${String(ts)},${value === null ? "null" : stringValue(value)}]`;
}

/** Buckets are in ascending order, everything else in descending order. */
function newestTs(samples: readonly Sample[]): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { ts } of samples) newest = Math.max(newest, ts);
  return newest;
}
