// The first devices of a customer, with the newest of what each sends.
import { api, ask } from "../../api/client.ts";
import { isUpdateKey } from "../device/update-keys.ts";
import { wordOf } from "../devices/column-words.ts";
import { findDevices, type DevicePage } from "../devices/listed-devices.ts";

/** Of all the devices together; each row has room for a few. */
const KEYS_MAX = 60;

export async function devicesWithValues(
  customerId: string,
  pageSize: number,
  signal: AbortSignal,
): Promise<DevicePage> {
  const conditions = { customerId, deviceProfileId: null, active: null, gateway: null };
  const { timeseries } = await ask(
    api.POST("/api/entitiesQuery/find/keys", {
      params: { query: { timeseries: true, attributes: false } },
      body: {
        entityFilter: { type: "deviceList", ...conditions },
        pageLink: { page: 0, pageSize, sortOrder: { key: { type: "ENTITY_FIELD", key: "name" }, direction: "ASC" } },
      },
      signal,
    }),
  );
  const words = timeseries
    .filter((key) => !isUpdateKey(key))
    .slice(0, KEYS_MAX)
    .map((key) => wordOf({ kind: "telemetry", key }));
  return findDevices({ conditions, page: 0, pageSize, sort: { word: "name", direction: "ASC" }, words }, signal);
}
