// The answer to `getSessionLimits`. Some gateway clients do not consider themselves connected without it. Source: MQTT
// contract 6.4.
import type { TrafficLimits } from "../../core/tenants/tenant-limits.ts";
import { writeJson } from "../../lib/json.ts";
import type { DeviceClient } from "./client.ts";

export interface SessionLimits {
  /** Largest Remaining Length accepted, in bytes. */
  readonly maxPayloadSize: number;
  /** Packets that may wait while a CONNECT is being checked. */
  readonly maxInflightMessages: number;
}

/** Rate limits as `count:seconds` texts, null for unlimited. */
export function writeSessionLimits(
  { isGateway, traffic: { limits } }: Pick<DeviceClient, "isGateway" | "traffic">,
  session: SessionLimits,
): string {
  return writeJson({
    maxPayloadSize: session.maxPayloadSize,
    maxInflightMessages: session.maxInflightMessages,
    rateLimits: textsOf(isGateway ? limits.gatewayDevice : limits.device),
    ...(isGateway ? { gatewayRateLimits: textsOf(limits.gateway) } : {}),
  });
}

function textsOf({
  messages,
  telemetryMessages,
  telemetryDataPoints,
}: TrafficLimits): Readonly<Record<string, string | null>> {
  return {
    messages: messages?.text ?? null,
    telemetryMessages: telemetryMessages?.text ?? null,
    telemetryDataPoints: telemetryDataPoints?.text ?? null,
  };
}
