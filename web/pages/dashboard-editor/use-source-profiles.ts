// The profiles in which units of a panel's keys are known: those of the devices that are chosen for it one by one, else all.
import { useQuery } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import { NO_PROFILES, useProfileFormats } from "../../app/key-formats.ts";
import type { ProfileFormats } from "../../components/chart/key-format.ts";
import type { DashboardPanel } from "../dashboard/configuration.ts";

const FRESH_MILLIS = 60_000;
const NO_DEVICES: readonly string[] = [];

export function useSourceProfiles(source: DashboardPanel["source"]): readonly ProfileFormats[] {
  const profiles = useProfileFormats() ?? NO_PROFILES;
  const deviceIds = source?.type === "keys" ? (source.deviceIds ?? NO_DEVICES) : NO_DEVICES;
  const { data: names } = useQuery({
    queryKey: ["devices", "profiles-of", deviceIds],
    queryFn: ({ signal }) => profilesOf(deviceIds, signal),
    enabled: deviceIds.length > 0,
    staleTime: FRESH_MILLIS,
  });
  return names === undefined ? profiles : profiles.filter(({ name }) => names.includes(name));
}

async function profilesOf(deviceIds: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const { data } = await ask(
    api.POST("/api/entitiesQuery/find", {
      body: {
        entityFilter: { type: "entityList", entityType: "DEVICE", entityList: [...deviceIds] },
        entityFields: [{ type: "ENTITY_FIELD", key: "type" }],
        latestValues: [],
        pageLink: { page: 0, pageSize: deviceIds.length },
      },
      signal,
    }),
  );
  return [...new Set(data.map(({ latest }) => latest["ENTITY_FIELD"]?.["type"]?.value ?? ""))];
}
