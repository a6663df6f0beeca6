// Calls to a device: sent at once, with the device's answer as written, or kept by the platform until the device
// connects.
import type { QueryClient } from "@tanstack/react-query";
import { api, ask, fetchFile, read } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";
import type { PageRead } from "../../app/entity-list.tsx";
import type { ListQuery } from "../../app/list-state.ts";
import { words } from "../../words/words.ts";

export type PersistentCall = Schema<"Rpc">;
export type CallStatus = PersistentCall["status"];

export interface Call {
  readonly method: string;
  /** JSON as typed, so that numbers keep their digits. */
  readonly params: string;
  readonly isOneWay: boolean;
  readonly timeoutMillis: number;
  /** When a persistent call expires; null for other calls. */
  readonly expirationTime: number | null;
}

/** A call made on this page, with its outcome. */
export interface CallRecord {
  readonly id: number;
  readonly call: Call;
  readonly startedAt: number;
  readonly outcome: CallOutcome;
}

export type CallOutcome =
  | { readonly kind: "waiting" }
  /** The reply is empty for a one-way call, which has only been delivered. */
  | { readonly kind: "done"; readonly reply: string; readonly millis: number }
  | { readonly kind: "kept" }
  | { readonly kind: "failed"; readonly error: unknown; readonly millis: number };

/** Resolves with the reply as text. */
export async function sendCall(deviceId: string, call: Call, signal: AbortSignal): Promise<string> {
  const { method, params, isOneWay, timeoutMillis, expirationTime } = call;
  const members = [
    `"method":${JSON.stringify(method)}`,
    `"params":${params.trim() === "" ? "{}" : params}`,
    `"timeout":${String(timeoutMillis)}`,
    `"persistent":${String(expirationTime !== null)}`,
    ...(expirationTime === null ? [] : [`"expirationTime":${String(expirationTime)}`]),
  ];
  try {
    const answer = await fetchFile(`/api/rpc/${isOneWay ? "oneway" : "twoway"}/${deviceId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{${members.join(",")}}`,
      signal,
    });
    return await answer.text();
  } catch (error) {
    throw inWords(error, isOneWay);
  }
}

/** Some answers have no body to explain them; those with a body have an error code. */
function inWords(error: unknown, isOneWay: boolean): unknown {
  if (!(error instanceof ApiProblem) || error.errorCode !== null) return error;
  const { noJsonAnswer, notConnected, noAnswer } = words.device.rpc;
  const messages: Readonly<Record<number, string>> = { 406: noJsonAnswer, 504: isOneWay ? notConnected : noAnswer };
  const message = messages[error.status];
  return message === undefined ? error : new ApiProblem(message, error);
}

export function persistentCallsQuery(
  deviceId: string,
  list: ListQuery<"createdTime" | "expirationTime">,
  status: CallStatus | null,
): PageRead<PersistentCall> {
  const query = { ...list, ...(status === null ? {} : { rpcStatus: status }) };
  return {
    queryKey: ["rpc", deviceId, "kept", query],
    queryFn: read("/api/rpc/persistent/device/{deviceId}", { path: { deviceId }, query }),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) === true ? 1_500 : 10_000),
  };
}

function isUnderWay({ status, request }: PersistentCall): boolean {
  return (
    status === "QUEUED" || status === "SENT" || status === "TIMEOUT" || (status === "DELIVERED" && !request.oneway)
  );
}

export async function deletePersistentCall(rpcId: string): Promise<void> {
  await ask(api.DELETE("/api/rpc/persistent/{rpcId}", { params: { path: { rpcId } } }));
}

const RECORDS_MAX = 50;

/** In the query cache, so it outlives the page and ends with the session. */
export function recordsKey(deviceId: string): readonly string[] {
  return ["rpc", deviceId, "made-here"];
}

export function putRecord(queries: QueryClient, deviceId: string, record: CallRecord): void {
  queries.setQueryData<readonly CallRecord[]>(recordsKey(deviceId), (present = []) =>
    [record, ...present.filter(({ id }) => id !== record.id)].sort((a, b) => b.id - a.id).slice(0, RECORDS_MAX),
  );
}
