// How many points of a load a platform has stored, counted by its own reads: a series at a time, over all of its time.
import type { PlatformServer } from "./servers.ts";

const KEYS = ["temperature", "pressure", "pulses"];
const PAGE_SIZE = 1000;
const AT_ONCE = 8;

interface Page {
  readonly data: readonly { readonly id: { readonly id: string } }[];
  readonly hasNext: boolean;
}

/** Of all devices whose names hold `devicePrefix`, from `startTs` to `endTs`. */
export async function countStored(
  server: PlatformServer,
  devicePrefix: string,
  { startTs, endTs }: { readonly startTs: number; readonly endTs: number },
): Promise<number> {
  const ids: string[] = [];
  for (let page = 0, hasNext = true; hasNext; page++) {
    const found = (await server.call(
      "GET",
      `/api/tenant/devices?pageSize=${String(PAGE_SIZE)}&page=${String(page)}&textSearch=${devicePrefix}`,
    )) as Page;
    ids.push(...found.data.map(({ id }) => id.id));
    hasNext = found.hasNext;
  }
  const query = new URLSearchParams({
    keys: KEYS.join(","),
    startTs: String(startTs),
    endTs: String(endTs),
    agg: "COUNT",
    interval: String(endTs - startTs),
  });
  let count = 0;
  const rest = ids.values();
  const countInTurn = async (): Promise<void> => {
    for (const id of rest) {
      const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?${query.toString()}`;
      const series = (await server.call("GET", path)) as Readonly<
        Record<string, readonly { readonly value: string }[]>
      >;
      for (const points of Object.values(series)) for (const { value } of points) count += Number(value);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, countInTurn));
  return count;
}
