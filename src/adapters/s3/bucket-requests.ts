// Requests with the Amazon S3 protocol: signed, retried if that can help, with refusals in words. Only the code of a
// server's error is repeated: the rest may quote the request, with its signature.
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { DomainError } from "../../core/errors.ts";
import type { Clock } from "../../lib/clock.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import type { BucketAddress } from "./bucket-address.ts";

export interface BucketDeps {
  readonly clock: Clock;
  /** Waits, and keeps the process alive meanwhile. */
  readonly pause: (millis: number) => Promise<void>;
}

export interface RequestOptions {
  /** Time limit of one try, in milliseconds. */
  readonly tryMillis: number;
  /** Maximum number of tries of one request; pauses between them double. */
  readonly triesMax: number;
}

export interface BucketRequest {
  readonly method: "GET" | "PUT" | "DELETE";
  /** Object name after the prefix; without it, the request is for the bucket itself. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The bytes of an object that are wanted, fewer at its end and none beyond it. */
  readonly range?: { readonly start: number; readonly bytes: number };
}

export interface BucketAnswer {
  readonly status: number;
  /** Time of the answer by the server's clock; by the clock of this process if the answer has no date. */
  readonly at: number;
  readonly body: Buffer;
}

const FIRST_PAUSE_MILLIS = 250;
const HTTP_ERROR = 400;
const SERVER_ERROR = 500;
const PARTIAL = 206;
const BEYOND_END = 416;

/** Statuses with which a server asks for a retry: Request Timeout, Too Many Requests. */
const TRY_AGAIN = [408, 429];

export class BucketRequests {
  readonly #address: BucketAddress;
  readonly #deps: BucketDeps;
  readonly #options: RequestOptions;
  /** Signing keys by day. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(address: BucketAddress, deps: BucketDeps, options: RequestOptions) {
    this.#address = address;
    this.#deps = deps;
    this.#options = options;
  }

  /** Undefined if there is no such object. */
  async send(request: BucketRequest): Promise<BucketAnswer | undefined> {
    const { triesMax } = this.#options;
    let reason = "";
    for (let tries = 0; tries < triesMax; tries++) {
      // A random pause, so that many requests are not retried at the same time.
      if (tries > 0) await this.#deps.pause(FIRST_PAUSE_MILLIS * 2 ** (tries - 1) * (1 + Math.random()));
      try {
        const { response, body } = await this.#try(request);
        if (response.ok || response.status === BEYOND_END) {
          const date = Date.parse(response.headers.get("date") ?? "");
          const at = Number.isNaN(date) ? this.#deps.clock.now() : date;
          return { status: response.status, at, body: wantedOf(request, response.status, body) };
        }
        const code = elementOf(body.toString(), "Code") ?? "";
        if (response.status === 404 && code !== "NoSuchBucket" && request.name !== undefined) return undefined;
        reason = `answered ${response.status}${code === "" ? "" : ` ${code}`}`;
        const isOver =
          response.status < SERVER_ERROR && !TRY_AGAIN.includes(response.status) && code !== "RequestTimeout";
        if (isOver) throw this.#refusal(reason, code, response);
      } catch (error) {
        if (error instanceof DomainError) throw error;
        reason = this.#failureOf(error);
      }
    }
    const { name, url } = this.#address;
    throw new DomainError(
      "unavailable",
      `${name} cannot be used, tried ${triesMax} times: ${new URL(url).origin} ${reason}`,
    );
  }

  async #try({ method, name, query, body, range }: BucketRequest): Promise<{ response: Response; body: Buffer }> {
    const { url: base, prefix, region, credentials } = this.#address;
    const url = new URL(base);
    if (name !== undefined) url.pathname += `${prefix}${name}`.split("/").map(encodeURIComponent).join("/");
    // Some servers take the slash after the bucket name for part of a key.
    else if (url.pathname !== "/") url.pathname = url.pathname.slice(0, -1);
    for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value);
    const content = body ?? new Uint8Array();
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { "X-Amz-Content-Sha256": createHash("sha256").update(content).digest("hex") },
      service: "s3",
      region,
      ...credentials,
      cache: this.#signingKeys,
      datetime: new Date(this.#deps.clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    });
    const signed = await signer.sign();
    // Not signed, as nobody must: a server may also answer with the whole object.
    if (range !== undefined) signed.headers.set("range", `bytes=${range.start}-${range.start + range.bytes - 1}`);
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(this.#options.tryMillis),
    });
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  }

  #refusal(reason: string, code: string, { status, headers }: Response): DomainError {
    const { name, bucket, url } = this.#address;
    const at = new URL(url).origin;
    const region = headers.get("x-amz-bucket-region");
    if (code === "NoSuchBucket" || status === 404)
      return new DomainError("not-found", `there is no bucket ${bucket} at ${at}, for ${name}: create it first`);
    if (region !== null && region !== this.#address.region)
      return new DomainError("invalid", `the bucket of ${name} is in another region: set AWS_REGION=${region}`);
    if (code === "RequestTimeTooSkewed")
      return new DomainError("unavailable", `${name}: ${at} ${reason}: the clock of this machine is wrong`);
    if (status < HTTP_ERROR)
      return new DomainError(
        "invalid",
        `${name}: ${at} ${reason}, as for a bucket elsewhere: set AWS_REGION and the endpoint`,
      );
    return new DomainError(
      "forbidden",
      `${name}: ${at} ${reason}: are AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION those of the bucket, and may they list, read, write and delete?`,
    );
  }

  #failureOf(error: unknown): string {
    if (error instanceof Error && error.name === "TimeoutError")
      return `gave no answer within ${this.#options.tryMillis / SECOND_MILLIS} s`;
    // The reason why a connection failed is in the cause of the error.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const first = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
    return `could not be reached: ${first instanceof Error ? first.message : String(first)}`;
  }
}

function wantedOf({ range }: BucketRequest, status: number, body: Buffer): Buffer {
  if (status === BEYOND_END) return Buffer.alloc(0);
  return range === undefined || status === PARTIAL ? body : body.subarray(range.start, range.start + range.bytes);
}

/** The text of the first element with this name; undefined if there is none. */
export function elementOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}
