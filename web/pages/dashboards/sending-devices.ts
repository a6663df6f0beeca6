// A device that sends a key, and for how long it has: what a template begins with is guessed from it.
import { api, ask } from "../../api/client.ts";
import { EMPTY_CONFIGURATION, NEW_CONFIGURATION, type Configuration } from "../dashboard/configuration.ts";
import { HOUR_MILLIS } from "../../../src/lib/units.ts";
import type { Answers } from "./templates.ts";

interface SendingDevice {
  readonly id: string;
  /** The name of its profile. */
  readonly profile: string | null;
}

/** Of a profile; null for those of all. Null if none sends the key. */
export async function deviceSending(
  key: string,
  profile: string | null,
  signal: AbortSignal | null = null,
): Promise<SendingDevice | null> {
  const sent = { type: "TIME_SERIES", key } as const;
  const { data } = await ask(
    api.POST("/api/entitiesQuery/find", {
      body: {
        entityFilter:
          profile === null
            ? { type: "entityType", entityType: "DEVICE" }
            : { type: "deviceType", deviceTypes: [profile] },
        entityFields: [{ type: "ENTITY_FIELD", key: "type" }],
        latestValues: [sent],
        // Devices without the value come last.
        pageLink: { page: 0, pageSize: 1, sortOrder: { key: sent, direction: "DESC" } },
      },
      signal,
    }),
  );
  const [{ entityId, latest } = {}] = data;
  if (entityId === undefined || (latest?.["TIME_SERIES"]?.[key]?.ts ?? 0) <= 0) return null;
  return { id: entityId.id, profile: latest?.["ENTITY_FIELD"]?.["type"]?.value ?? null };
}

const YOUNG_MILLIS = 3 * HOUR_MILLIS;

/** The range of a new dashboard with these keys: over a day, values that have come for minutes only are a few points at its end. */
export async function rangeFor({ profile, keys }: Answers, now: number): Promise<Configuration["timeRange"]> {
  const [shown] = keys.values();
  const device = shown === undefined ? null : await deviceSending(shown.key, profile);
  if (shown === undefined || device === null) return EMPTY_CONFIGURATION.timeRange;
  const { [shown.key]: earlier = [] } = await ask(
    api.GET("/api/plugins/telemetry/{entityType}/{entityId}/values/timeseries", {
      params: {
        path: { entityType: "DEVICE", entityId: device.id },
        query: { keys: shown.key, startTs: 0, endTs: now - YOUNG_MILLIS, limit: 1 },
      },
    }),
  );
  return earlier.length === 0 ? NEW_CONFIGURATION.timeRange : EMPTY_CONFIGURATION.timeRange;
}
