// What a call may ask for: its limits, and the deadline that follows from its timeout or expiration. Source: MQTT contract 7.2.
import { millis } from "../../lib/clock.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { DomainError } from "../errors.ts";
import type { RpcRequest } from "./rpc.ts";

export interface RpcTerms {
  /** The wait of a call that names none. */
  readonly defaultTimeoutMillis: number;
  /** A shorter timeout is raised to it; an expiration time is not. */
  readonly minTimeoutMillis: number;
  /** Bytes of method and params together; a call beyond it is refused as `too-large`. */
  readonly payloadBytesMax: number;
}

/** When the call ends without an answer. */
export function deadlineOf(request: RpcRequest, now: EpochMillis, terms: RpcTerms): EpochMillis {
  if (request.expirationTime !== undefined) return request.expirationTime;
  return millis(now + Math.max(request.timeoutMillis ?? terms.defaultTimeoutMillis, terms.minTimeoutMillis));
}

/** Throws `too-large` for a call that is beyond the limit. */
export function requireSendable({ method, params }: RpcRequest, { payloadBytesMax }: RpcTerms): void {
  const bytes = Buffer.byteLength(method) + Buffer.byteLength(params);
  if (bytes > payloadBytesMax)
    throw new DomainError(
      "too-large",
      `method and params of a call may have ${String(payloadBytesMax)} bytes together, got ${String(bytes)}`,
      {
        limit: { name: "rpc.payloadBytesMax", value: payloadBytesMax },
      },
    );
}
