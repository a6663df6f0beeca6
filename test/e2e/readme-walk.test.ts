// The documents are true: the walk of the README and the commands of the API pages are typed as they are printed, one page
// after the other against one fresh platform, and what the pages say they print is what they print.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byDeadline } from "../support/deadline.ts";
import { patternOf, sectionOf, stepsOf } from "../support/document-walk.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { runtimeEnvironment } from "../support/server-process.ts";
import { ShellSession } from "../support/shell-session.ts";

const ROOT = join(import.meta.dirname, "../..");
/** What takes longer hangs. */
const START_MILLIS_MAX = 120_000;
const WALK_MILLIS_MAX = 300_000;

/** Files go into the folder of the run, ports are the test's own, and mosquitto_sub tells when it has been granted its subscription. */
const PREAMBLE = `
  cd "$WALK_FOLDER"
  mosquitto_pub() { command mosquitto_pub -p "$MQTT_PORT" "$@"; }
  mosquitto_rr() { command mosquitto_rr -p "$MQTT_PORT" "$@"; }
  mosquitto_sub() {
    stdbuf -oL mosquitto_sub -p "$MQTT_PORT" -d -F 'message %p' "$@" | while read -r line; do
      case $line in
        Subscribed*) echo subscribed >&2 ;;
        message*) printf '%s\\n' "\${line#message }" ;;
      esac
    done
  }`;

interface Platform {
  /** On standard output, until it was ready. */
  readonly printed: string;
  readonly folder: string;
  readonly http: string;
  readonly mqttPort: string;
  stop(): Promise<void>;
}

const hasMosquitto = spawnSync("mosquitto_rr", ["--help"]).error === undefined;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
}, 2 * START_MILLIS_MAX);
afterAll(() => platform.stop());

test("README.md: the first start prints what it says", () => {
  const [start] = stepsOf(sectionOf(page("README.md"), "Quick start"));

  expect(start?.commands).toBe("npm start\n");
  expect(platform.printed).toMatch(patternOf(start?.answer ?? ""));
});

describe.skipIf(!hasMosquitto)("commands and their answers", () => {
  let shell: ShellSession;
  beforeAll(() => {
    shell = new ShellSession({
      preamble: PREAMBLE,
      environment: { PATH: process.env["PATH"] ?? "", MQTT_PORT: platform.mqttPort, WALK_FOLDER: platform.folder },
    });
  });
  afterAll(() => shell.close());

  // Each page goes on where the one before it has ended.
  test.each([
    ["README.md", () => sectionOf(page("README.md"), "The five-minute walk")],
    ["docs/rest-api.md", () => page("docs/rest-api.md")],
    ["docs/gateway-api.md", () => page("docs/gateway-api.md")],
    ["docs/analytics.md", () => page("docs/analytics.md")],
  ])(
    "%s",
    async (_name, read) => {
      for (const { language, commands, answer } of stepsOf(read())) {
        const printed = language === "js" ? await runScript(commands) : await typeInto(shell, commands, answer);
        if (answer !== undefined) expect(withoutBlankLines(printed)).toMatch(patternOf(answer));
      }
      await shell.answer();
      expect(shell.complaints.replaceAll("subscribed\n", "")).toBe("");
    },
    WALK_MILLIS_MAX,
  );
});

/** A document with the addresses and the tokens of this run in the place of its own. */
function page(path: string): string {
  return readFileSync(join(ROOT, path), "utf8")
    .replaceAll("http://localhost:8080", platform.http)
    .replaceAll("mqtt://localhost:1883", `mqtt://localhost:${platform.mqttPort}`)
    .replace(/SYS-ACTIVATE-TOKEN(?=")/, activationTokenOf("sysadmin"))
    .replace(/ACTIVATE-TOKEN(?=")/, activationTokenOf("tenant"));
}

function activationTokenOf(user: string): string {
  return new RegExp(`of ${user}@\\S+ once, at \\S+activateToken=(\\S+)`).exec(platform.printed)?.[1] ?? "";
}

/** A subscription in the background is awaited; a reader's fingers are slower than it. */
async function typeInto(shell: ShellSession, commands: string, answer: string | undefined): Promise<string> {
  shell.type(commands);
  if (/^mosquitto_sub .* &$/m.test(commands)) await shell.complaint(/subscribed/);
  return answer === undefined ? "" : await shell.answer();
}

/** An empty answer over HTTP leaves one, which a reader passes over. */
function withoutBlankLines(text: string): string {
  return text.replace(/^\n/gm, "");
}

async function runScript(code: string): Promise<string> {
  const script = spawn(process.execPath, ["--input-type=module", "--eval", code], { cwd: ROOT, stdio: "pipe" });
  let printed = "";
  for (const stream of [script.stdout, script.stderr])
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  await once(script, "close");
  return printed;
}

async function startPlatform(): Promise<Platform> {
  const folder = await scratchFolder();
  const server = spawn(process.execPath, [join(ROOT, "src/main.ts")], {
    cwd: folder,
    env: { ...runtimeEnvironment(), HTTP_PORT: "0", MQTT_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(server, "exit");
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) server.kill("SIGTERM");
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const ready = Promise.withResolvers<RegExpExecArray>();
  let printed = "";
  let complained = "";
  server.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
    const line = /^bridgehead ready http=(\S+) mqtt=\S+:(\d+)\n/m.exec(printed);
    if (line !== null) ready.resolve(line);
  });
  server.stderr.on("data", (chunk: Buffer) => (complained += chunk.toString()));
  void exited.then(() => {
    ready.reject(new Error(`the platform ended before it was ready: ${complained}`));
  });
  try {
    const found = await byDeadline(ready.promise, START_MILLIS_MAX, () => `the platform is not ready: ${complained}`);
    const [, http = "", mqttPort = ""] = found;
    return { printed, folder, http, mqttPort, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
