// Reads, saves and deletes attributes of a device. A value is sent as the JSON that was typed, so that no number loses
// digits.
import { queryOptions } from "@tanstack/react-query";
import { api, ask, fetchFile, read } from "../../api/client.ts";

export type Scope = "SERVER_SCOPE" | "SHARED_SCOPE" | "CLIENT_SCOPE";

export interface Attribute {
  readonly key: string;
  readonly value: unknown;
  readonly lastUpdateTs: number;
}

export function attributesQuery(deviceId: string, scope: Scope) {
  return queryOptions({
    queryKey: ["attributes", deviceId, scope],
    queryFn: read("/api/plugins/telemetry/{entityType}/{entityId}/values/attributes/{scope}", {
      path: { entityType: "DEVICE", entityId: deviceId, scope },
    }),
  });
}

export async function saveAttribute(deviceId: string, scope: Scope, key: string, json: string): Promise<void> {
  await fetchFile(`/api/plugins/telemetry/DEVICE/${deviceId}/attributes/${scope}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `{${JSON.stringify(key)}:${json}}`,
  });
}

export async function deleteAttribute(deviceId: string, scope: Scope, key: string): Promise<void> {
  await ask(
    api.DELETE("/api/plugins/telemetry/{entityType}/{entityId}/{scope}", {
      params: { path: { entityType: "DEVICE", entityId: deviceId, scope }, query: { key: [key] } },
    }),
  );
}

/** The value of a server attribute that holds a time and that the platform keeps for every device. */
export function timeOf(attributes: readonly Attribute[] | undefined, key: string): number | null {
  const value = attributes?.find((attribute) => attribute.key === key)?.value;
  return typeof value === "number" && value > 0 ? value : null;
}
