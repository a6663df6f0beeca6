// Durations that the platform measures, as exported at /metrics.
import type { Durations, Metrics } from "../lib/counters.ts";

/** For commits of one kind, such as `telemetry`. */
export function commitLatency(metrics: Metrics, kind: string): Durations {
  return metrics.durations(
    `bridgehead_${kind}_acknowledgement_seconds`,
    `From the first message of a commit of ${kind} to the acknowledgement of all of them.`,
  );
}

/** By class of call and first digit of the status. */
export function callDurations(metrics: Metrics): Durations {
  return metrics.durations(
    "bridgehead_http_request_seconds",
    "Time to answer a call, until its last byte was handed on.",
    ["class", "status"],
  );
}
