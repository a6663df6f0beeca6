// The analytics service as a test calls it: its own calls below /apiAnalytics/v1, and the specification's.
import { parseJson, writeJson } from "../../src/lib/json.ts";
import type { Method, RestAnswer, RestClient } from "./rest-client.ts";
import type { TestTenant } from "./tenant.ts";

const PREFIX = "/apiAnalytics/v1";

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly links: Readonly<Record<"editor" | "show" | "embed", string>>;
  readonly [member: string]: unknown;
}

export interface TypedAnswer {
  readonly columns: readonly { readonly id: string; readonly label: string }[];
  readonly rows: readonly (readonly unknown[])[];
  readonly totals: readonly unknown[];
  readonly meta: Readonly<Record<string, unknown>>;
}

export class AnalyticsClient {
  readonly rest: RestClient;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(rest: RestClient, headers: Readonly<Record<string, string>> = {}) {
    this.rest = rest;
    this.#headers = headers;
  }

  /** Whatever the answer is; it is held against the description of the API. */
  call(
    method: Method,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RestAnswer> {
    return this.callText(method, path, body === undefined ? undefined : writeJson(body), headers);
  }

  async callText(
    method: Method,
    path: string,
    body?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RestAnswer> {
    const { authorization, baseUrl, answerCheck } = this.rest;
    const response = await fetch(`${baseUrl}${PREFIX}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(authorization === undefined ? {} : { "x-authorization": authorization }),
        ...this.#headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
    const { status, headers: answered } = response;
    const answer = { status, headers: answered, text, body: isJson ? parseJson(text) : undefined };
    answerCheck?.check(method, `${PREFIX}${path}`, answer);
    return answer;
  }

  async create(view: unknown): Promise<SavedView> {
    const answer = await this.call("POST", "/views", view);
    if (answer.status !== 201) throw new Error(`a view was answered ${String(answer.status)}: ${answer.text}`);
    return answer.body as SavedView;
  }

  /** Typed cells of a saved view. */
  async data(id: string, request: unknown = {}): Promise<TypedAnswer> {
    const answer = await this.call("POST", `/views/${id}/data`, request);
    if (answer.status !== 200) throw new Error(`data was answered ${String(answer.status)}: ${answer.text}`);
    return answer.body as TypedAnswer;
  }

  /** The specification's call, with the token of the client's login. */
  async buildReport(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<RestAnswer> {
    const { authorization, baseUrl, answerCheck } = this.rest;
    const path = "/apiAnalytics/publicApi/buildReport";
    const response = await fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(authorization === undefined ? {} : { jwt: authorization }),
        ...this.#headers,
        ...headers,
      },
      body: writeJson(body),
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: text === "" ? undefined : parseJson(text),
    };
    answerCheck?.check("POST", path, answer);
    return answer;
  }
}

/** The smallest view: the average of `temp` by device over the last seven days. */
export function newViewOf(
  tenant: Pick<TestTenant, "uniqueName">,
  fields: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    name: tenant.uniqueName("view"),
    fields: [
      { id: "n", label: "Device", source: { type: "entity", field: "name" } },
      { id: "t", label: "temp", source: { type: "telemetry", key: "temp" } },
    ],
    ...fields,
  };
}

/** The fields of a view that counts the devices in its scope. */
export const COUNT_VIEW = {
  fields: [
    {
      id: "c",
      label: "Devices",
      kind: "measure",
      source: { type: "entity", field: "name" },
      aggregation: { fn: "count" },
    },
  ],
};
