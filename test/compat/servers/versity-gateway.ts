// The Versity S3 Gateway: backups to a bucket of a server that others have written, with files of a folder as its objects.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { BackupBucket } from "../../../src/adapters/s3/backup-bucket.ts";
import { parseBucketAddress } from "../../../src/adapters/s3/bucket-address.ts";
import { configOf } from "../../../src/app/config.ts";
import { removeOldBackups } from "../../../src/core/backup/choose-backup.ts";
import { listManifests, momentOf } from "../../../src/core/backup/manifest.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { backUpToBucket } from "../../safety/bucket-run.ts";
import { endOfCommand } from "../../support/command-call.ts";
import { eventually } from "../../support/deadline.ts";
import type { CompatClient } from "../compat-client.ts";
import { freePort } from "../compat-server.ts";
import { Program } from "../program.ts";

const VERSION = "v1.8.0";
const START_MILLIS_MAX = 60_000;
const BUCKET = "backups";
const REGION = "eu-test-1";
const KEYS = { AWS_ACCESS_KEY_ID: "operator", AWS_SECRET_ACCESS_KEY: "a-secret/of+an operator" };

export const versityGateway: CompatClient = {
  name: "versitygw",
  async install(tools) {
    const command = await tools.goProgram("github.com/versity/versitygw/cmd/versitygw", VERSION);
    return {
      version: VERSION,
      scenarios: [
        {
          name: "backups to a bucket: under load, killed, repeated, damaged, restored, old ones removed, strangers refused",
          run: () => withGateway(command, tools.scratch("versitygw"), showBackups),
        },
      ],
    };
  },
};

interface Gateway {
  readonly variables: Readonly<Record<string, string>>;
  /** Of the bucket. */
  readonly folder: string;
}

async function withGateway(command: string, scratch: string, use: (gateway: Gateway) => Promise<void>): Promise<void> {
  const folder = join(scratch, "data", BUCKET);
  const sidecar = join(scratch, "sidecar");
  await mkdir(folder, { recursive: true });
  await mkdir(sidecar);
  const port = await freePort();
  const address = `127.0.0.1:${String(port)}`;
  const child = spawn(
    command,
    ["--port", address, "--region", REGION, "--quiet", "posix", "--sidecar", sidecar, join(scratch, "data")],
    {
      env: { ROOT_ACCESS_KEY: KEYS.AWS_ACCESS_KEY_ID, ROOT_SECRET_KEY: KEYS.AWS_SECRET_ACCESS_KEY },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const program = new Program(command, child);
  try {
    await eventually(
      () => isOpen(port),
      Boolean,
      START_MILLIS_MAX,
      () => `it does not listen: ${program.complaint}`,
    );
    const variables = { ...KEYS, AWS_REGION: REGION, AWS_ENDPOINT_URL: `http://${address}` };
    await use({ variables, folder });
  } finally {
    child.kill("SIGKILL");
    await program.ended;
  }
}

async function showBackups({ variables, folder }: Gateway): Promise<void> {
  await backUpToBucket({
    bucket: BUCKET,
    variables,
    keys: () => keysBelow(folder),
    read: (key) => readFile(join(folder, key)),
    write: (key, content) => writeFile(join(folder, key), content),
    age: async (key, millis) => {
      const { mtimeMs } = await stat(join(folder, key));
      const at = new Date(mtimeMs - millis);
      await utimes(join(folder, key), at, at);
    },
  });
  const to = `s3://${BUCKET}/plant 7`;
  await showRemoval(to, { variables, folder });
  const { code, error } = await endOfCommand(["verify", to], { ...variables, AWS_SECRET_ACCESS_KEY: "of-a-stranger" });
  assert.equal(code, 1);
  assert.match(error, /answered 403 SignatureDoesNotMatch/);
  assert.match((await endOfCommand(["verify", "s3://no-bucket"], variables)).error, /there is no bucket no-bucket at /);
}

/** All but the newest, which is whole afterwards. */
async function showRemoval(to: string, { variables, folder }: Gateway): Promise<void> {
  const pause = (): Promise<void> => Promise.resolve();
  const place = new BackupBucket(
    parseBucketAddress(to, variables),
    { clock: systemClock, pause },
    configOf({}).backup.bucket,
  );
  const names = await listManifests(place);
  const pieces = (await keysBelow(folder)).length;
  assert.ok(names.length > 2);
  const removed = await removeOldBackups(place, momentOf(names.at(-1) ?? ""));
  assert.equal(removed.backups, names.length - 1);
  assert.equal((await keysBelow(folder)).length, pieces - removed.backups - removed.pieces);
  assert.match((await endOfCommand(["verify", to], variables)).out, / is whole: /);
}

async function keysBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".sgwtmp"))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once("connect", () => resolve(true));
  socket.once("error", () => resolve(false));
  const answer = await promise;
  socket.destroy();
  return answer;
}
