// The telemetry keys and attributes of the devices, as found by the service.
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";

export type KnownKey = Schema<"KnownKey">;

const SHOWN_MAX = 200;

export function useKnownKeys(text: string, kind: "telemetry" | "attribute" | null): UseQueryResult<KnownKey[]> {
  return useQuery({
    queryKey: ["views", "keys", kind, text],
    queryFn: read("/apiAnalytics/v1/discovery/keys", {
      query: { limit: SHOWN_MAX, ...(kind === null ? {} : { kind }), ...(text === "" ? {} : { q: text }) },
    }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

/** The types of its newest values, and the number of devices for each. */
export function typesText({ types, devices }: KnownKey): string {
  const words = Object.entries(types)
    .sort(([, left], [, right]) => right - left)
    .map(([type]) => (type === "boolean" ? "yes or no" : type));
  return `${words.join(", ")} · ${devices.toLocaleString()} ${devices === 1 ? "device" : "devices"}`;
}

const SAMPLE_CHARS_MAX = 24;
const SAMPLES_MAX = 3;

export function samplesText({ samples }: KnownKey): string {
  return samples
    .slice(0, SAMPLES_MAX)
    .map((sample) => {
      const text = String(sample);
      return text.length > SAMPLE_CHARS_MAX ? `${text.slice(0, SAMPLE_CHARS_MAX)}…` : text;
    })
    .join(", ");
}

export function isNumeric({ types }: KnownKey): boolean {
  return (types["number"] ?? 0) > 0;
}
