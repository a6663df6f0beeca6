// What tests of the analytics API share: the devices of the golden data set with their samples, views, and the
// specification's call. Source: analytics contract 3.12, 4.1.
import { member, text, type RestAnswer, type RestClient } from "./rest-client.ts";
import type { TestDevice, TestTenant } from "./tenant.ts";
import { parseNamed } from "../../src/lib/json-names.ts";

export const T0 = 1_767_225_600_000;
const MINUTE = 60_000;
export const GOLDEN_RANGE = { rangeStartTs: T0, rangeEndTs: T0 + 120 * MINUTE };
export const V1 = "/apiAnalytics/v1";

type Samples = Readonly<Record<string, readonly (readonly [minute: number, value: unknown])[]>>;

const DEVICES: readonly { readonly building: string; readonly area: number; readonly samples: Samples }[] = [
  {
    building: "North",
    area: 100,
    samples: {
      kwh: [
        [-10, 100],
        [20, 110],
        [50, 130],
        [80, 160],
        [110, 5],
      ],
      temp: [
        [0, 20],
        [30, 22],
        [60, 30],
        [120, 99],
      ],
      status: [
        [-10, "idle"],
        [15, "run"],
        [75, "idle"],
      ],
    },
  },
  {
    building: "North",
    area: 50,
    samples: {
      kwh: [
        [30, 40],
        [90, 46],
      ],
      temp: [
        [15, "n/a"],
        [45, 24],
      ],
      door: [
        [10, true],
        [40, false],
      ],
    },
  },
  { building: "South", area: 30, samples: {} },
];

/** Devices A, B and C with the server attributes building and area, and their samples. */
export async function goldenDevices(
  tenant: TestTenant,
): Promise<readonly [a: TestDevice, b: TestDevice, c: TestDevice]> {
  const made: TestDevice[] = [];
  for (const { building, area, samples } of DEVICES) {
    const device = await tenant.createDevice();
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { building, area });
    await saveSamples(tenant, device.id, samples);
    made.push(device);
  }
  const [a, b, c] = made;
  if (a === undefined || b === undefined || c === undefined) throw new Error("three devices were made");
  return [a, b, c];
}

/** Samples by key, their times in minutes from T0. */
export async function saveSamples(tenant: TestTenant, deviceId: string, samples: Samples): Promise<void> {
  const rows = Object.entries(samples).flatMap(([key, points]) =>
    points.map(([minute, value]) => ({ ts: T0 + minute * MINUTE, values: { [key]: value } })),
  );
  if (rows.length > 0) await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`, rows);
}

/** Saves a view over devices and gives its id. */
export async function createView(rest: RestClient, definition: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await rest.request("POST", `${V1}/views`, definition);
  if (answer.status !== 201) throw new Error(`the view was not saved: ${answer.text}`);
  return text(answer.body, "id");
}

/** The specification's call, over the range of the golden data unless the body says otherwise. */
export async function buildReport(
  { baseUrl, authorization = "" }: RestClient,
  viewConfigId: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<RestAnswer> {
  const response = await fetch(`${baseUrl}/apiAnalytics/publicApi/buildReport`, {
    method: "POST",
    headers: { jwt: authorization, "content-type": "application/json" },
    body: JSON.stringify({ viewConfigId, ...GOLDEN_RANGE, ...body }),
  });
  const answer = await response.text();
  const { status, headers } = response;
  return { status, headers, text: answer, body: answer === "" ? undefined : parseNamed(answer) };
}

/** The rows of a report; fails where there is none. */
export function rowsOf(answer: RestAnswer): readonly Readonly<Record<string, unknown>>[] {
  const rows = member(answer.body, "dataTable");
  if (answer.status !== 200 || !Array.isArray(rows))
    throw new Error(`no report: ${String(answer.status)} ${answer.text}`);
  return rows as Readonly<Record<string, unknown>>[];
}
