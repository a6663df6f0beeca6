// SeaweedFS as one process: a bucket behind the protocol of Amazon S3, with its content in a folder.
import { rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { Engine, type Launch } from "./engine.ts";
import { fetchedProgram } from "./programs.ts";

const HOST = "127.0.0.1";
const BUCKET = "bridgehead";
const KEY_ID = "bridgehead";
const REGION = "us-east-1";
const PROBE_MILLIS_MAX = 5_000;
/** An object that is written and removed to see that it can be done. */
const PROBE = ".probe";
const ALREADY_THERE = 409;
/** It keeps objects in files of this size, and adds some at a time: 128 GiB in all, none of it reserved. */
const VOLUME_MIB_MAX = 128;
const VOLUMES_MAX = 1_000;

/** Its parts, each with a port of its own and one for calls between them. */
const PARTS = ["master", "volume", "filer", "s3"] as const;

type Part = (typeof PARTS)[number];

export type BucketPorts = Readonly<Record<Part, { readonly port: number; readonly grpc: number }>>;

/** `ports`: two for each part. */
export function bucketPorts(ports: readonly number[]): BucketPorts {
  const pairs = PARTS.map((part, index) => [part, { port: ports[2 * index] ?? 0, grpc: ports[2 * index + 1] ?? 0 }]);
  return Object.fromEntries(pairs) as BucketPorts;
}

export const BUCKET_PORTS_COUNT = 2 * PARTS.length;

export interface BucketServerOptions {
  readonly folder: string;
  readonly ports: BucketPorts;
  readonly secret: string;
}

export class BucketServer extends Engine {
  readonly bucket = BUCKET;
  readonly #options: BucketServerOptions;
  readonly #client: AwsClient;

  constructor(options: BucketServerOptions) {
    super("bucket", options.folder);
    this.#options = options;
    this.#client = new AwsClient({
      accessKeyId: KEY_ID,
      secretAccessKey: options.secret,
      service: "s3",
      region: REGION,
      retries: 0,
    });
  }

  get address(): string {
    return `http://${HOST}:${String(this.#options.ports.s3.port)}/${BUCKET}`;
  }

  /** What a tool for it finds in its environment. */
  get variables(): Readonly<Record<string, string>> {
    return {
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: this.#options.secret,
      AWS_REGION: REGION,
      AWS_ENDPOINT_URL_S3: `http://${HOST}:${String(this.#options.ports.s3.port)}`,
    };
  }

  /** Its own stop waits 15 s for calls among its parts that never end; and what it has confirmed is in its files. */
  override stop(): Promise<void> {
    return this.kill();
  }

  protected async prepare(): Promise<void> {
    await mkdir(this.dataFolder, { recursive: true });
    const credentials = [{ accessKey: KEY_ID, secretKey: this.#options.secret }];
    const identities = [{ name: KEY_ID, credentials, actions: ["Admin", "Read", "Write", "List", "Tagging"] }];
    await writeFile(join(this.folder, "s3.json"), JSON.stringify({ identities }), { mode: 0o600 });
  }

  protected launch(): Launch {
    const settings = {
      dir: this.dataFolder,
      ip: HOST,
      "ip.bind": HOST,
      // It would tell its makers that it runs.
      "master.telemetry": false,
      // It waits so long for others of its kind, of which there are none.
      "master.electionTimeout": "1s",
      "master.volumeSizeLimitMB": VOLUME_MIB_MAX,
      "volume.max": VOLUMES_MAX,
      "volume.preStopSeconds": 0,
      ...Object.fromEntries(
        PARTS.flatMap((part) => [
          [`${part}.port`, this.#options.ports[part].port],
          [`${part}.port.grpc`, this.#options.ports[part].grpc],
        ]),
      ),
      filer: true,
      "filer.localSocket": "filer.sock",
      s3: true,
      "s3.localSocket": "s3.sock",
      "s3.config": "s3.json",
      "s3.iam": false,
      "s3.port.iceberg": 0,
      "s3.port.lance": 0,
    };
    const args = Object.entries(settings).map(([name, value]) => `-${name}=${String(value)}`);
    return { program: fetchedProgram("weed"), args: ["-logtostderr=true", "server", ...args] };
  }

  protected async isReady(): Promise<boolean> {
    const created = await this.#send("PUT", "");
    if (created !== 200 && created !== ALREADY_THERE) return false;
    return (await this.#send("PUT", `/${PROBE}`)) === 200 && (await this.#send("DELETE", `/${PROBE}`)) === 204;
  }

  /** Its parts have sockets that no setting moves. */
  protected override afterEnd(): void {
    for (const part of PARTS)
      rmSync(`/tmp/seaweedfs-${part}-grpc-${String(this.#options.ports[part].grpc)}.sock`, { force: true });
  }

  async #send(method: string, path: string): Promise<number> {
    const body = method === "PUT" && path !== "" ? { body: "probe" } : {};
    const signal = AbortSignal.timeout(PROBE_MILLIS_MAX);
    const answer = await this.#client.fetch(`${this.address}${path}`, { method, signal, ...body });
    await answer.body?.cancel();
    return answer.status;
  }
}
