// A bucket in memory behind the protocol of Amazon S3, as strict as the protocol is: it takes only requests whose signature, which it
// computes anew from the text of Amazon's description, and whose content it finds right. It shares no code with what it tests; against a
// server of others the same scenarios are in test/compat.
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

const REGION = "eu-test-1";
const KEY_ID = "TESTKEYID";
const SECRET = "a-secret/of+tests";
const SKEW_MILLIS_MAX = 900_000;

interface StoredObject {
  content: Buffer;
  writtenAt: number;
}

interface Fault {
  readonly matches: (method: string, key: string) => boolean;
  left: number;
  readonly answer: (response: ServerResponse) => void;
}

export class BucketServer {
  readonly bucket = "backups";
  readonly objects = new Map<string, StoredObject>();
  /** Each as `PUT key`. */
  readonly requests: string[] = [];
  /** Without them it answers with whole objects, as a server may. */
  hasRanges = true;
  /** Entries of one page of a list. */
  pageEntries = 7;
  /** How long it takes for a request, in milliseconds. */
  slowness: (method: string, key: string) => number = () => 0;
  /** Its clock. */
  now: () => number = () => Date.now();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #faults: Fault[] = [];

  static async start(): Promise<BucketServer> {
    const server = new BucketServer();
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** What a tool for it finds in its environment. */
  get variables(): Readonly<Record<string, string>> {
    return {
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: SECRET,
      AWS_REGION: REGION,
      AWS_ENDPOINT_URL_S3: this.origin,
    };
  }

  content(key: string): Buffer {
    return this.objects.get(key)?.content ?? Buffer.alloc(0);
  }

  put(key: string, content: Uint8Array): void {
    // Times of objects are those of seconds.
    this.objects.set(key, { content: Buffer.from(content), writtenAt: Math.floor(this.now() / 1000) * 1000 });
  }

  age(key: string, millis: number): void {
    const found = this.objects.get(key);
    if (found !== undefined) found.writtenAt -= millis;
  }

  /** The next requests that match are answered this way, as many as `times`. */
  disturb(matches: Fault["matches"], times: number, answer: Fault["answer"]): void {
    this.#faults.push({ matches, left: times, answer });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("date", new Date(this.now()).toUTCString());
    const url = new URL(request.url ?? "", this.origin);
    const method = request.method ?? "";
    const content = await buffer(request).catch(() => undefined);
    if (content === undefined) return;
    const [bucket, ...parts] = url.pathname.slice(1).split("/").map(decodeURIComponent);
    const key = parts.join("/");
    this.requests.push(`${method} ${key}`);
    const millis = this.slowness(method, key);
    if (millis > 0) await pause(millis);
    const fault = this.#faults.find((each) => each.left > 0 && each.matches(method, key));
    if (fault !== undefined) {
      fault.left--;
      fault.answer(response);
      return;
    }
    const refused = refusalOf(request, url, { content, now: this.now() });
    if (refused !== undefined) answerError(response, 403, refused);
    else if (bucket !== this.bucket) answerError(response, 404, "NoSuchBucket");
    else if (key === "" && method === "GET") this.#list(url.searchParams, response);
    else if (method === "PUT") {
      this.put(key, content);
      response.end();
    } else if (method === "DELETE") {
      this.objects.delete(key);
      response.writeHead(204).end();
    } else {
      const found = this.objects.get(key);
      if (found === undefined) answerError(response, 404, "NoSuchKey");
      else this.#get(found.content, request, response);
    }
  }

  /** A part of it if the request has `range: bytes=1-5`, and if this server answers to that. */
  #get(content: Buffer, { headers }: IncomingMessage, response: ServerResponse): void {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    if (first === undefined || last === undefined || !this.hasRanges) response.end(content);
    else if (Number(first) >= content.length) answerError(response, 416, "InvalidRange");
    else response.writeHead(206).end(content.subarray(Number(first), Number(last) + 1));
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    if (query.get("list-type") !== "2" || query.get("encoding-type") !== "url") {
      answerError(response, 400, "InvalidArgument");
      return;
    }
    const prefix = query.get("prefix") ?? "";
    const after = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, this.pageEntries);
    const entries = page.map((key) => {
      const { content, writtenAt } = this.objects.get(key) ?? { content: Buffer.alloc(0), writtenAt: 0 };
      const name = encodeURIComponent(key).replaceAll("%2F", "/").replaceAll("%20", "+");
      return `<Contents><Key>${name}</Key><LastModified>${new Date(writtenAt).toISOString()}</LastModified><Size>${String(content.length)}</Size></Contents>`;
    });
    const isTruncated = page.length < keys.length;
    const token = isTruncated
      ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? "").toString("base64")}</NextContinuationToken>`
      : "";
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${this.bucket}</Name><EncodingType>url</EncodingType><IsTruncated>${String(isTruncated)}</IsTruncated>${token}${entries.join("")}</ListBucketResult>`,
    );
  }
}

function answerError(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>as asked</Message></Error>`);
}

/** By "Signature Version 4", undefined where everything is right. */
function refusalOf(
  { method = "", headers }: IncomingMessage,
  url: URL,
  { content, now }: { readonly content: Buffer; readonly now: number },
): string | undefined {
  const [, keyId, day, region, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  if (keyId === undefined || signedHeaders === undefined || day === undefined) return "AccessDenied";
  if (keyId !== KEY_ID) return "InvalidAccessKeyId";
  const time = String(headers["x-amz-date"]);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(now - at) < SKEW_MILLIS_MAX) || !time.startsWith(day)) return "RequestTimeTooSkewed";
  const names = signedHeaders.split(";");
  for (const needed of ["host", "x-amz-content-sha256", "x-amz-date"])
    if (!names.includes(needed)) return "AccessDenied";
  if (headers["x-amz-content-sha256"] !== sha256(content)) return "XAmzContentSHA256Mismatch";
  const canonical = [
    method,
    url.pathname
      .split("/")
      .map((part) => encoded(decodeURIComponent(part)))
      .join("/"),
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join("&"),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    signedHeaders,
    sha256(content),
  ].join("\n");
  const scope = `${day}/${String(region)}/s3/aws4_request`;
  const key = [day, REGION, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${SECRET}`);
  const expected = hmac(key, ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n")).toString("hex");
  return signature === expected ? undefined : "SignatureDoesNotMatch";
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
