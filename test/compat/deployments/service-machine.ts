// A Debian with systemd as its first process, in a container, on which a service is installed as on a machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { searchPath } from "../../../scripts/system-packages.mjs";
import { eventually } from "../../support/deadline.ts";
import { Program } from "../program.ts";
import { type Tools, run } from "../tools.ts";

const BOOT_MILLIS_MAX = 60_000;
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const env = { ...process.env, PATH: searchPath() };
/** What the outside is trusted by: for registries, where it is not what Debian has. */
const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";
/** What the smallest Debian lacks: programs of every other one, and those that the documentation expects. */
const EXPECTED = ["procps", "npm", "curl"];
const NETWORK = "10.213.7";

export class ServiceMachine {
  /** Its file system, seen from outside. */
  readonly root: string;
  /** Its address, once it is reachable. */
  readonly address = `${NETWORK}.2`;
  #container: Program | undefined;
  #init = "";

  private constructor(root: string) {
    this.root = root;
    writeFileSync(join(root, "etc/hosts"), "127.0.0.1 localhost\n");
  }

  /** With the Node of this run; not booted yet. */
  static async make(tools: Tools): Promise<ServiceMachine> {
    const root = tools.scratch("service-machine");
    await unpack(await bareSystem(tools), root);
    copyFileSync(process.execPath, join(root, "usr/local/bin/node"));
    return new ServiceMachine(root);
  }

  /** As an operator gets one: with Debian's npm and without a Node of ours; not booted yet. */
  static async makeFresh(tools: Tools): Promise<ServiceMachine> {
    const bare = await bareSystem(tools);
    const system = await tools.cached("fresh-machine.tar", async (file) => {
      const root = tools.scratch("fresh-machine-base");
      await unpack(bare, root);
      giveNetwork(root);
      await run("chroot", [root, "apt-get", "update"], { env });
      await run("chroot", [root, "apt-get", "install", ...EXPECTED], { env });
      await run("tar", ["-C", root, "-cf", file, "."]);
    });
    const root = tools.scratch("service-machine");
    await unpack(system, root);
    giveNetwork(root);
    return new ServiceMachine(root);
  }

  /** Without a network. */
  async boot(): Promise<void> {
    await this.#boot("--private-network");
  }

  /** Reached at its address, from this machine alone. */
  async bootReachable(): Promise<void> {
    await this.#boot("--network-veth");
    const [outside, inside] = ["ve-bridgehead", "host0"];
    await run("ip", ["address", "add", `${NETWORK}.1/24`, "dev", outside], { env });
    await run("ip", ["link", "set", outside, "up"], { env });
    const inNetwork = ["-t", this.#init, "-n", "--", "ip"];
    await run("nsenter", [...inNetwork, "address", "add", `${this.address}/24`, "dev", inside], { env });
    await run("nsenter", [...inNetwork, "link", "set", inside, "up"], { env });
  }

  async #boot(network: string): Promise<void> {
    const options = ["-q", "-b", "--register=no", "--keep-unit", "--resolv-conf=off", network, "--console=pipe"];
    const child = spawn("systemd-nspawn", [...options, "--machine=bridgehead", "-D", this.root], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#container = new Program("systemd-nspawn", child);
    await Promise.race([once(child, "spawn"), this.#container.ended]);
    const children = `/proc/${String(child.pid)}/task/${String(child.pid)}/children`;
    await eventually(
      async () => {
        [this.#init = ""] = existsSync(children) ? readFileSync(children, "utf8").trim().split(" ") : [];
        return this.#init === "" ? "" : this.type("systemctl is-system-running || true").catch(() => "");
      },
      (state) => ["running", "degraded"].includes(state.trim()),
      BOOT_MILLIS_MAX,
      () => `it does not boot: ${this.#container?.complaint ?? ""}`,
    );
  }

  /** As root; resolves with what is printed, and rejects where the last command fails. */
  type(commands: string): Promise<string> {
    return run("nsenter", this.#typed(commands, ["-n"]));
  }

  /** The same with the network of the outside, for what is fetched from registries. */
  typeFetching(commands: string): Promise<string> {
    return run("nsenter", this.#typed(commands, []));
  }

  /** What goes on until it is stopped from inside. */
  start(commands: string): Program {
    const child = spawn("nsenter", this.#typed(commands, ["-n"]), { stdio: ["ignore", "pipe", "pipe"] });
    return new Program(commands, child);
  }

  #typed(commands: string, network: readonly string[]): readonly string[] {
    const inside = ["-t", this.#init, "-m", "-p", ...network, "-u", "-i", "--", "env", "-i", `PATH=${PATH}`];
    return [...inside, "HOME=/root", "sh", "-ec", `cd /root; ${commands}`];
  }

  /** The journal of the service has the text so many times. */
  async said(text: string, times: number): Promise<void> {
    await eventually(
      () => this.type("journalctl -u bridgehead -o cat --no-pager"),
      (journal) => journal.split(text).length > times,
      BOOT_MILLIS_MAX,
      (journal) => `the journal has not "${text}" ${String(times)} times: ${journal.slice(-2_000)}`,
    );
  }

  async stop(): Promise<void> {
    await this.#container?.stop();
  }
}

/** Debian's smallest, with systemd. */
function bareSystem(tools: Tools): Promise<string> {
  return tools.cached("service-machine.tar", async (file) => {
    const root = join(tools.scratch("service-machine-base"), "root");
    const packages = "--include=systemd,systemd-sysv,dbus,ca-certificates";
    await run("debootstrap", ["--variant=minbase", packages, "bookworm", root], { env });
    await run("tar", ["-C", root, "-cf", file, "."]);
  });
}

async function unpack(system: string, root: string): Promise<void> {
  await run("tar", ["-C", root, "-xf", system]);
}

/** What finds and trusts registries here, and somebody who answers yes to apt. */
function giveNetwork(root: string): void {
  const settings = join(homedir(), ".npmrc");
  if (existsSync(settings)) copyFileSync(settings, join(root, "root/.npmrc"));
  if (existsSync(AUTHORITIES)) copyFileSync(AUTHORITIES, join(root, AUTHORITIES));
  rmSync(join(root, "etc/resolv.conf"), { force: true });
  copyFileSync("/etc/resolv.conf", join(root, "etc/resolv.conf"));
  writeFileSync(
    join(root, "etc/apt/apt.conf.d/90answers"),
    'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\nQuiet "2";\n',
  );
}
