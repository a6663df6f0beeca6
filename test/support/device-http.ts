// A device that speaks HTTP: its token in the path, nothing else. Bodies go out as they are given.
import type { RestClient } from "./rest-client.ts";

export interface DeviceAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface DeviceRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export class DeviceHttp {
  readonly #platform: RestClient;
  readonly #path: string;

  /** `platform` is any client of it; the token need not be one that exists. */
  constructor(platform: RestClient, token: string) {
    this.#platform = platform;
    this.#path = `/api/v1/${encodeURIComponent(token)}`;
  }

  get(path: string, request: DeviceRequest = {}): Promise<DeviceAnswer> {
    return this.#send("GET", path, null, request);
  }

  /** Text and streams are sent as they are, anything else as JSON. */
  post(path: string, body?: unknown, request: DeviceRequest = {}): Promise<DeviceAnswer> {
    if (body === undefined) return this.#send("POST", path, null, request);
    const isRaw = typeof body === "string" || body instanceof ReadableStream;
    return this.#send("POST", path, isRaw ? body : JSON.stringify(body), request);
  }

  async #send(
    method: "GET" | "POST",
    path: string,
    body: string | ReadableStream | null,
    { headers = {}, signal }: DeviceRequest,
  ): Promise<DeviceAnswer> {
    const { baseUrl, answerCheck } = this.#platform;
    const response = await fetch(`${baseUrl}${this.#path}${path}`, {
      method,
      body,
      headers,
      ...(signal === undefined ? {} : { signal }),
      ...(body instanceof ReadableStream ? { duplex: "half" as const } : {}),
    });
    const answer = { status: response.status, text: await response.text(), headers: response.headers };
    answerCheck?.check(method, `${this.#path}${path}`, answer);
    return answer;
  }
}

/** A body that is sent in chunks, so that nobody knows its length before it has come. */
export function chunked(text: string, chunkChars = 16_384): ReadableStream {
  const chunks = Array.from({ length: Math.ceil(text.length / chunkChars) }, (_, index) =>
    new TextEncoder().encode(text.slice(index * chunkChars, (index + 1) * chunkChars)),
  );
  return ReadableStream.from(chunks);
}
