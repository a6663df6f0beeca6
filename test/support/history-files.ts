// Files of telemetry as a caller of the REST API sends and receives them.
import { expect } from "vitest";
import type { RestAnswer, RestClient } from "./rest-client.ts";
import type { TestDevice, TestTenant } from "./tenant.ts";
import { parseNamed } from "../../src/lib/json-names.ts";

const PT = "/api/plugins/telemetry";
export const CSV = "text/csv";
export const NDJSON = "application/x-ndjson";
export const T0 = 1_767_225_600_000;

export async function exported(rest: RestClient, path: string): Promise<string> {
  const answer = await fetch(`${rest.baseUrl}${path}`, { headers: { "x-authorization": rest.authorization ?? "" } });
  const text = await answer.text();
  rest.answerCheck?.check("GET", path, { status: answer.status, headers: answer.headers, text });
  expect(answer.status, text).toBe(200);
  return text;
}

export const ofDevice = ({ id }: TestDevice, query = ""): string =>
  `${PT}/DEVICE/${id}/values/timeseries/export?${query}`;

export async function send(
  rest: RestClient,
  type: string,
  body: string | ReadableStream,
  query = "",
): Promise<RestAnswer> {
  const answer = await fetch(`${rest.baseUrl}/api/telemetry/import?${query}`, {
    method: "POST",
    headers: { "x-authorization": rest.authorization ?? "", "content-type": type },
    body,
    ...(typeof body === "string" ? {} : { duplex: "half" }),
  });
  const text = await answer.text();
  rest.answerCheck?.check("POST", "/api/telemetry/import", { status: answer.status, headers: answer.headers, text });
  return { status: answer.status, headers: answer.headers, text, body: text === "" ? undefined : parseNamed(text) };
}

export async function imported(rest: RestClient, type: string, body: string, query = ""): Promise<unknown> {
  const answer = await send(rest, type, body, query);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

export const strict = (keys: string): string =>
  `keys=${keys}&startTs=0&endTs=8640000000000000&limit=1000&orderBy=ASC&useStrictDataTypes=true`;

export async function history(tenant: TestTenant, { id }: TestDevice, keys: string): Promise<unknown> {
  return await tenant.rest.get(`${PT}/DEVICE/${id}/values/timeseries?${strict(keys)}`);
}

/** For tests that let the clock run. */
export const LONG_LOGIN = {
  "security.jwt.tokenExpirationSeconds": 2_000_000_000,
  "security.jwt.refreshTokenExpirationSeconds": 2_100_000_000,
};
