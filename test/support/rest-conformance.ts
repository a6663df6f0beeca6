// What the conformance tests of the REST contract share: callers of every kind, and what an error has to look like.
import { expect } from "vitest";
import { TENANT_ADMIN, type TestPlatform } from "./platform.ts";
import { member, tokenOf, type Method, type RestAnswer, type RestClient } from "./rest-client.ts";
import type { TestCustomer, TestDevice, TestTenant } from "./tenant.ts";
import { parseNamed } from "../../src/lib/json-names.ts";

export const UNKNOWN_ID = "01990000-0000-7000-8000-000000000000";
export const NULL_UUID = "13814000-1dd2-11b2-8080-808080808080";

/** The envelope with this status and code, nothing else but `extras`. */
export function expectError(
  answer: RestAnswer,
  status: number,
  errorCode: number,
  extras: Readonly<Record<string, unknown>> = {},
): void {
  expect([answer.status, member(answer.body, "errorCode")], answer.text).toEqual([status, errorCode]);
  const [message, timestamp] = [member(answer.body, "message"), member(answer.body, "timestamp")];
  expect([typeof message, Number.isInteger(timestamp)]).toEqual(["string", true]);
  expect(answer.body).toEqual({ status, message, errorCode, timestamp, ...extras });
  expect(answer.headers.get("content-type")).toContain("application/json");
}

export interface RawRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** A call whose body and headers are the test's own. Default caller: the administrator of the platform's tenant. */
export async function raw(
  platform: TestPlatform,
  method: Method,
  path: string,
  request: RawRequest = {},
): Promise<RestAnswer> {
  const token = await adminToken(platform);
  const response = await fetch(`${platform.anonymous.baseUrl}${path}`, {
    method,
    headers: { "x-authorization": `Bearer ${token}`, ...request.headers },
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  const text = await response.text();
  const { status, headers } = response;
  platform.anonymous.answerCheck?.check(method, path, { status, headers, text });
  const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? parseNamed(text) : undefined,
  };
}

const tokens = new WeakMap<TestPlatform, Promise<string>>();

function adminToken(platform: TestPlatform): Promise<string> {
  const login = { username: TENANT_ADMIN.email, password: TENANT_ADMIN.password };
  const token = tokens.get(platform) ?? platform.anonymous.post("/api/auth/login", login).then(tokenOf);
  tokens.set(platform, token);
  return token;
}

/** The four who meet at a device: its administrator, a user of its customer, one of another customer, another tenant's administrator. */
export interface Neighbours {
  readonly owner: TestCustomer;
  readonly otherCustomer: RestClient;
  readonly otherTenant: TestTenant;
  readonly device: TestDevice;
}

export async function neighbours(platform: TestPlatform): Promise<Neighbours> {
  const owner = await platform.tenant.createCustomer();
  const other = await platform.tenant.createCustomer();
  return {
    owner,
    otherCustomer: other.rest,
    otherTenant: await platform.createTenant(),
    device: await platform.tenant.createDevice({ customerId: owner.id }),
  };
}
