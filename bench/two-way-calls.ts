// Two-way calls to a device, one after the other, as a program gets them answered over REST.
import type { AdminCalls } from "./admin-calls.ts";

/** The milliseconds of each, all of which must be answered. */
export async function callInTurn(server: Pick<AdminCalls, "call">, device: string, count: number): Promise<number[]> {
  const millis: number[] = [];
  for (let call = 0; call < count; call++) {
    const startedAt = performance.now();
    await server.call("POST", `/api/rpc/twoway/${device}`, { method: "getState", params: {}, timeout: 10_000 });
    millis.push(performance.now() - startedAt);
  }
  return millis;
}
