// A Debian with systemd as its first process, in a container without a network, on which a service is installed as on a machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { searchPath } from "../../../scripts/system-packages.mjs";
import { eventually } from "../../support/deadline.ts";
import { Program } from "../program.ts";
import { type Tools, run } from "../tools.ts";

const BOOT_MILLIS_MAX = 60_000;
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const env = { ...process.env, PATH: searchPath() };

export class ServiceMachine {
  /** Its file system, seen from outside. */
  readonly root: string;
  #container: Program | undefined;
  #init = "";

  private constructor(root: string) {
    this.root = root;
  }

  /** With the Node of this run; not booted yet. */
  static async make(tools: Tools): Promise<ServiceMachine> {
    const base = await tools.cached("service-machine.tar", async (file) => {
      const root = join(tools.scratch("service-machine-base"), "root");
      const packages = "--include=systemd,systemd-sysv,dbus,ca-certificates";
      await run("debootstrap", ["--variant=minbase", packages, "bookworm", root], { env });
      await run("tar", ["-C", root, "-cf", file, "."]);
    });
    const root = tools.scratch("service-machine");
    await run("tar", ["-C", root, "-xf", base]);
    copyFileSync(process.execPath, join(root, "usr/local/bin/node"));
    writeFileSync(join(root, "etc/hosts"), "127.0.0.1 localhost\n");
    return new ServiceMachine(root);
  }

  async boot(): Promise<void> {
    const options = ["-q", "-b", "--register=no", "--keep-unit", "--private-network", "--console=pipe"];
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
    const inside = ["-t", this.#init, "-m", "-p", "-n", "-u", "-i", "--"];
    return run("nsenter", [...inside, "env", "-i", `PATH=${PATH}`, "HOME=/root", "sh", "-ec", `cd /root; ${commands}`]);
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
