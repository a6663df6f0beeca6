// What backups to a bucket have to stand, with the platform and its commands as processes: against the strict server of the tests, and in
// `npm run compat` against one that others have written.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { endOfCommand } from "../support/command-call.ts";
import { startCommand, type CommandEnd } from "../support/command-process.ts";
import { KillableServers } from "../support/killable-server.ts";
import { BackupLoad } from "./backup-load.ts";

/** A bucket that can be looked into behind the back of its server. */
export interface BucketUnderTest {
  readonly bucket: string;
  /** With which it may be used. */
  readonly variables: Readonly<Record<string, string>>;
  keys(): Promise<readonly string[]>;
  read(key: string): Promise<Uint8Array>;
  write(key: string, content: Uint8Array): Promise<void>;
  /** Makes an object older. */
  age(key: string, millis: number): Promise<void>;
}

const BACKUP_PASSPHRASE = "the passphrase of a test";
const DEADLINE_MILLIS = 120_000;
const HOUR_MILLIS = 3_600_000;
const LOCKS = "/locks/";

export async function backUpToBucket(bucket: BucketUnderTest): Promise<void> {
  const servers = new KillableServers();
  const scratch = await mkdtemp(join(tmpdir(), "bridgehead-bucket-"));
  try {
    await new Run(bucket, servers, scratch).all();
  } finally {
    await servers.endAll();
    await rm(scratch, { recursive: true, force: true });
  }
}

class Run {
  readonly #bucket: BucketUnderTest;
  readonly #servers: KillableServers;
  readonly #scratch: string;
  readonly #folder: string;
  readonly #prefix = "plant 7";
  readonly #to: string;
  #lastNumber = 0;

  constructor(bucket: BucketUnderTest, servers: KillableServers, scratch: string) {
    this.#bucket = bucket;
    this.#servers = servers;
    this.#scratch = scratch;
    this.#folder = servers.folder();
    this.#to = `s3://${bucket.bucket}/${this.#prefix}`;
  }

  async all(): Promise<void> {
    const { variables } = this.#bucket;
    const server = await this.#servers.start(
      this.#folder,
      { ...variables, BACKUP_TO: this.#to, BACKUP_PASSPHRASE, BACKUP_KEEP_DAYS: "30" },
      { "telemetry.duckdb.checkpointMebibytes": 2, "telemetry.duckdb.snapshotPoints": 20_000 },
    );
    await server.record(({ event }) => event === "backup made", DEADLINE_MILLIS);
    const load = await BackupLoad.start(await server.tenant(() => ++this.#lastNumber), 4);
    await load.grow(4);
    await this.#killOne();

    const atLeast = load.acknowledged();
    const moment = momentIn(await this.#succeed(["backup", this.#to]));
    const atMost = load.sent();
    await load.end();
    await this.#writesWhatChanged();
    await this.#refusesDamage();
    for (const { line } of server.records) this.#hasNoSecret(line);
    await server.kill();

    const into = join(this.#scratch, "restored");
    await this.#succeed(["restore", this.#to, into, "--at", moment]);
    const restored = await this.#servers.start(into);
    assert.deepEqual(await load.problems(restored, atLeast, atMost), []);
  }

  /** In the middle of its pieces. No backup is there that was not before, and the next one goes on once its lock is out of date. */
  async #killOne(): Promise<void> {
    const before = await this.#below("");
    const { child, ended } = startCommand(["backup", this.#to], this.#environment());
    while ((await this.#below("/pieces/")).length <= before.filter((key) => key.includes("/pieces/")).length)
      await pause(5);
    child.kill("SIGKILL");
    assert.equal((await ended).code, null, "the backup ended before it was killed");
    const manifests = (keys: readonly string[]): readonly string[] => keys.filter((key) => key.includes("/backups/"));
    assert.deepEqual(manifests(await this.#below("")), manifests(before));
    const left = await this.#below(LOCKS);
    assert.equal(left.length, 1);
    for (const key of left) await this.#bucket.age(key, HOUR_MILLIS);
  }

  async #writesWhatChanged(): Promise<void> {
    await this.#succeed(["backup", this.#to]);
    const before = await this.#below("/pieces/");
    assert.match(await this.#succeed(["backup", this.#to]), /of which \d+ KiB in [0-3] pieces are new/);
    assert.ok((await this.#below("/pieces/")).length - before.length <= 3);
    assert.ok(before.length > 20);
    assert.deepEqual(await this.#below(LOCKS), []);
  }

  async #refusesDamage(): Promise<void> {
    const newest = (await this.#below("/backups/")).at(-1) ?? "";
    const [line = ""] = Buffer.from(await this.#bucket.read(newest))
      .toString()
      .split("\n");
    const { files } = JSON.parse(line) as { readonly files: readonly { readonly lists: readonly string[] }[] };
    const id = files.flatMap(({ lists }) => lists)[0] ?? "";
    const piece = `${this.#prefix}/pieces/${id.slice(0, 2)}/${id}`;
    const whole = await this.#bucket.read(piece);
    const damaged = Buffer.from(whole);
    const at = Math.floor(damaged.length / 2);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    await this.#bucket.write(piece, damaged);
    const said = await this.#call(["verify", this.#to]);
    assert.equal(said.code, 1);
    assert.ok(said.error.includes(`${piece.slice(this.#prefix.length + 1)} in ${this.#to} is damaged`), said.error);
    await this.#bucket.write(piece, whole);
  }

  async #below(part: string): Promise<readonly string[]> {
    return (await this.#bucket.keys()).filter((key) => key.startsWith(`${this.#prefix}${part}`)).sort();
  }

  #environment(): Readonly<Record<string, string>> {
    return { ...this.#bucket.variables, DATA_DIR: this.#folder, BACKUP_PASSPHRASE };
  }

  async #call(args: readonly string[]): Promise<CommandEnd> {
    const end = await endOfCommand(args, this.#environment());
    this.#hasNoSecret(end.out + end.error);
    return end;
  }

  async #succeed(args: readonly string[]): Promise<string> {
    const { code, out, error } = await this.#call(args);
    assert.deepEqual({ code, error }, { code: 0, error: "" });
    return out;
  }

  #hasNoSecret(text: string): void {
    const { AWS_SECRET_ACCESS_KEY: secret = "" } = this.#bucket.variables;
    assert.ok(!text.includes(secret) && !text.includes(BACKUP_PASSPHRASE), text);
  }
}

function momentIn(out: string): string {
  return /^backup (\S+) /.exec(out)?.[1] ?? "";
}
