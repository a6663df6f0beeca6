// A plain HTTP client of the REST API for tests: JSON in, status and JSON out, numbers with every digit.
import { parseJson, writeJson } from "../../src/lib/json.ts";
import type { AnswerCheck } from "./answer-check.ts";

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined where it is empty or not JSON. Integers beyond 2^53 are bigint. */
  readonly body: unknown;
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export class RestClient {
  readonly baseUrl: string;
  /** The value of X-Authorization; undefined sends none. */
  readonly authorization: string | undefined;
  /** Holds each answer against the description of the API; undefined lets all pass. */
  readonly answerCheck: AnswerCheck | undefined;

  constructor(baseUrl: string, authorization?: string, answerCheck?: AnswerCheck) {
    this.baseUrl = baseUrl;
    this.authorization = authorization;
    this.answerCheck = answerCheck;
  }

  /** A client for the same address that sends this value of X-Authorization. */
  withAuthorization(authorization: string): RestClient {
    return new RestClient(this.baseUrl, authorization, this.answerCheck);
  }

  /** A client for the same address that sends this access token. */
  withToken(token: string): RestClient {
    return this.withAuthorization(`Bearer ${token}`);
  }

  /** Whatever the answer is. */
  async request(method: Method, path: string, body?: unknown): Promise<RestAnswer> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.authorization === undefined ? {} : { "x-authorization": this.authorization }),
      },
      ...(body === undefined ? {} : { body: writeJson(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
    const { status, headers: answerHeaders } = response;
    const answer = { status, headers: answerHeaders, text, body: isJson ? parseJson(text) : undefined };
    this.answerCheck?.check(method, path, answer);
    return answer;
  }

  async get(path: string): Promise<unknown> {
    return (await this.#succeed("GET", path)).body;
  }

  async getText(path: string): Promise<string> {
    return (await this.#succeed("GET", path)).text;
  }

  async post(path: string, body?: unknown): Promise<unknown> {
    return (await this.#succeed("POST", path, body)).body;
  }

  async delete(path: string): Promise<unknown> {
    return (await this.#succeed("DELETE", path)).body;
  }

  /** Logs in and returns a client for the user. */
  async login(username: string, password: string): Promise<RestClient> {
    return this.withToken(tokenOf(await this.post("/api/auth/login", { username, password })));
  }

  async #succeed(method: Method, path: string, body?: unknown): Promise<RestAnswer> {
    const answer = await this.request(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${String(answer.status)}: ${answer.text}`);
    return answer;
  }
}

/** The access token of a token pair. */
export function tokenOf(pair: unknown): string {
  return text(pair, "token");
}

/** The text at a path of member names inside JSON. */
export function text(json: unknown, ...path: readonly string[]): string {
  const value = member(json, ...path);
  if (typeof value !== "string") throw new Error(`no text at ${path.join(".")} in ${writeJson(json)}`);
  return value;
}

export function member(json: unknown, ...path: readonly string[]): unknown {
  let value = json;
  for (const name of path) value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}
