// The telemetry keys and attributes of the devices, as found by the service.
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";

export type KnownKey = Schema<"KnownKey">;

const SHOWN_MAX = 200;

/** `profileId`: of devices of this profile; null for those of all. */
export function useKnownKeys(
  text: string,
  kind: "telemetry" | "attribute" | null,
  profileId: string | null = null,
): UseQueryResult<KnownKey[]> {
  return useQuery({
    queryKey: ["views", "keys", kind, text, profileId],
    queryFn: read("/apiAnalytics/v1/discovery/keys", {
      query: {
        limit: SHOWN_MAX,
        ...(kind === null ? {} : { kind }),
        ...(text === "" ? {} : { q: text }),
        ...(profileId === null ? {} : { profileId }),
      },
    }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}
