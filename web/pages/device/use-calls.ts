// Makes calls to a device, and keeps those that were made in this session with their outcomes, on whichever page.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { putRecord, recordsKey, sendCall, type Call, type CallRecord } from "./rpc.ts";

export interface DeviceCalls {
  /** The newest first. */
  readonly records: readonly CallRecord[];
  /** Whether one that was made here is waiting. */
  readonly isPending: boolean;
  readonly send: (call: Call) => void;
  /** Ends waiting for the last one. */
  readonly stop: () => void;
  readonly clear: () => void;
}

export function useCalls(deviceId: string): DeviceCalls {
  const queries = useQueryClient();
  const stopper = useRef<AbortController | null>(null);
  const records = useQuery<readonly CallRecord[]>({
    queryKey: recordsKey(deviceId),
    queryFn: () => [],
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnMount: false,
  });
  const send = useMutation({
    mutationFn: async (call: Call) => {
      const controller = new AbortController();
      stopper.current = controller;
      const startedAt = Date.now();
      const record = { id: startedAt, call, startedAt };
      putRecord(queries, deviceId, { ...record, outcome: { kind: "waiting" } });
      try {
        const reply = await sendCall(deviceId, call, controller.signal);
        const millis = Date.now() - startedAt;
        putRecord(queries, deviceId, {
          ...record,
          outcome: call.expirationTime === null ? { kind: "done", reply, millis } : { kind: "kept" },
        });
      } catch (error) {
        putRecord(queries, deviceId, {
          ...record,
          outcome: { kind: "failed", error, millis: Date.now() - startedAt },
        });
      }
      if (call.expirationTime !== null) await queries.invalidateQueries({ queryKey: ["rpc", deviceId, "kept"] });
    },
  });
  return {
    records: records.data ?? [],
    isPending: send.isPending,
    send: send.mutate,
    stop: () => stopper.current?.abort(),
    clear: () => queries.setQueryData<readonly CallRecord[]>(recordsKey(deviceId), []),
  };
}
