// The telemetry keys that the devices of a panel have sent: what is offered for it, before keys of other devices.
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import type { DevicesOfSource } from "./dashboard-draft.ts";
import { profilesOfSource } from "./known-units.ts";

const FRESH_MILLIS = 30_000;
/** Of typing the beginning of names. */
const PAUSE_MILLIS = 150;
/** Of so many devices at most, which is enough to know what they send. */
const DEVICES_MAX = 500;

/** Null where nothing is known of the devices: they are all, none is chosen, or none has sent anything. Undefined until that is known. */
export function useSentKeys(devices: DevicesOfSource): ReadonlySet<string> | null | undefined {
  const text = JSON.stringify(filterOf(devices));
  // oxlint-disable-next-line react/exhaustive-deps -- the text stands for the devices
  const wanted = useMemo(() => filterOf(devices), [text]);
  const [filter] = useDebouncedValue(wanted, PAUSE_MILLIS);
  const sent = useQuery({
    queryKey: ["devices", "keys-of", filter],
    queryFn: ({ signal }) => (filter === null ? [] : keysOf(filter, signal)),
    staleTime: FRESH_MILLIS,
    select: keySet,
  });
  // Those of all devices are offered then.
  return sent.isError ? null : sent.data;
}

/** Outside of the component: a function made in each rendering would make another set in each. */
function keySet(keys: readonly string[]): ReadonlySet<string> | null {
  return keys.length === 0 ? null : new Set(keys);
}

function filterOf({ deviceIds, filter }: DevicesOfSource): Schema<"EntityFilter"> | null {
  if (deviceIds !== null)
    return deviceIds.length === 0 ? null : { type: "entityList", entityType: "DEVICE", entityList: [...deviceIds] };
  const profiles = profilesOfSource({ filter });
  if (profiles !== null) return { type: "deviceType", deviceTypes: [...profiles] };
  const prefix = filter?.["entityNameFilter"];
  return typeof prefix !== "string" || prefix === ""
    ? null
    : { type: "entityName", entityType: "DEVICE", entityNameFilter: prefix };
}

async function keysOf(entityFilter: Schema<"EntityFilter">, signal: AbortSignal): Promise<readonly string[]> {
  const { timeseries } = await ask(
    api.POST("/api/entitiesQuery/find/keys", {
      params: { query: { attributes: false } },
      body: { entityFilter, pageLink: { page: 0, pageSize: DEVICES_MAX } },
      signal,
    }),
  );
  return timeseries;
}
