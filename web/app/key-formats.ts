// The units and decimals of keys, read from the profiles of the devices whose values are shown. Until they are known,
// or if they cannot be read, values stand without.
import { useQueries, useQuery } from "@tanstack/react-query";
import { read } from "../api/client.ts";
import { profileNamesQuery } from "../api/queries.ts";
import type { Schema } from "../api/schemas.ts";
import { keyFormats, NO_FORMATS, type KeyFormats, type ProfileFormats } from "../components/chart/key-format.ts";

/** Profiles change rarely; a save on this page makes them stale at once. */
const FRESH_MILLIS = 60_000;
/** Keys of further profiles have no unit in editors, as if those named none. */
const PROFILES_MAX = 1_000;

export function useKeyFormats(profileId: string): KeyFormats {
  return useQuery(infoQuery(profileId)).data ?? NO_FORMATS;
}

/** In the order of the ids; null for a profile that is not known. */
export function useFormatsOfEach(profileIds: readonly (string | null)[]): readonly KeyFormats[] {
  const known = [...new Set(profileIds.filter((id) => id !== null))];
  const found = useQueries({ queries: known.map(infoQuery) });
  return profileIds.map((id) => (id === null ? undefined : found[known.indexOf(id)]?.data) ?? NO_FORMATS);
}

/** Of the profile of this name, as lists of devices have it; null if none is needed. */
export function useFormatsOfNamed(profile: string | null): KeyFormats {
  const names = useQuery({ ...profileNamesQuery, enabled: profile !== null, staleTime: FRESH_MILLIS });
  const id = profile === null ? undefined : names.data?.find(({ name }) => name === profile)?.id.id;
  return useQuery({ ...infoQuery(id ?? ""), enabled: id !== undefined }).data ?? NO_FORMATS;
}

/** Of all profiles, for editors: devices of any of them can be shown. Undefined until they are known. */
export function useProfileFormats(): readonly ProfileFormats[] | undefined {
  const found = useQuery({
    queryKey: ["device-profiles", "infos"],
    queryFn: read("/api/deviceProfileInfos", { query: { page: 0, pageSize: PROFILES_MAX } }),
    select: formatsIn,
    staleTime: FRESH_MILLIS,
  });
  return found.isError ? NO_PROFILES : found.data;
}

export const NO_PROFILES: readonly ProfileFormats[] = [];

function formatsIn({ data }: { readonly data: readonly Schema<"DeviceProfileInfo">[] }): readonly ProfileFormats[] {
  return data.map((info) => ({ id: info.id.id, name: info.name, formats: keyFormats(info) }));
}

function infoQuery(deviceProfileId: string) {
  return {
    queryKey: ["device-profiles", "info", deviceProfileId],
    queryFn: read("/api/deviceProfileInfo/{deviceProfileId}", { path: { deviceProfileId } }),
    select: keyFormats,
    staleTime: FRESH_MILLIS,
  };
}
