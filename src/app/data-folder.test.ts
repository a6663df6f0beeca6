import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDataFolder } from "./data-folder.ts";

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "bridgehead-test-"));
});
afterEach(() => rmSync(scratch, { recursive: true }));

function inFolderOfAll(): Disposable & { readonly path: string } {
  const path = mkdtempSync("/tmp/bridgehead-test-");
  chmodSync(path, 0o755);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

test("a missing folder is created for its owner only", () => {
  using folder = opened(join(scratch, "a/b"));

  expect(folder.path).toBe(join(scratch, "a/b"));
  expect(statSync(folder.path).mode & 0o777).toBe(0o700);
});

test("a folder in use is refused, also within one process and through a link", () => {
  using folder = opened(join(scratch, "data"));
  symlinkSync(folder.path, join(scratch, "link"));

  expect(() => openDataFolder(folder.path)).toThrow(`in use by process ${process.pid}`);
  expect(() => openDataFolder(join(scratch, "link"))).toThrow(/in use/);
});

const SEGMENT = "telemetry.duckdb.log/000000000000001";

test.runIf(process.platform === "linux").each(["lock.db", "bridgehead.sqlite", "telemetry.duckdb", SEGMENT, ""])(
  "a folder in which '%s' is not the user's own is refused with its name",
  (name) => {
    // Where every user comes in, wherever this and its scratch folder are.
    using open = inFolderOfAll();
    const folder = join(open.path, "data");
    mkdirSync(join(folder, "lost+found"), { recursive: true, mode: 0o700 });
    const NOBODY = 65_534;
    const isRoot = process.getuid?.() === 0;
    if (name === SEGMENT) {
      mkdirSync(dirname(join(folder, name)));
      if (isRoot) chownSync(dirname(join(folder, name)), NOBODY, NOBODY);
    }
    if (name !== "") writeFileSync(join(folder, name), "", { mode: 0o600 });
    if (!isRoot) chmodSync(join(folder, name), 0o500);
    else if (name !== "") chownSync(folder, NOBODY, NOBODY);
    const module = JSON.stringify(import.meta.resolve("./data-folder.ts"));
    const becomeNobody = isRoot ? `process.setgid(${NOBODY}); process.setuid(${NOBODY});` : "";
    const script = `import { openDataFolder } from ${module}; ${becomeNobody} openDataFolder(${JSON.stringify(folder)})`;
    const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    if (!isRoot) chmodSync(join(folder, name), 0o700);
    expect(stderr).toContain(
      `the data folder ${folder} (DATA_DIR) cannot be used: EACCES: permission denied, access '${name === "" ? folder : join(folder, name)}'; all that is in it must belong to the user that runs the platform`,
    );
  },
);

test
  .runIf(process.platform === "linux")
  .each([
    "lock.db",
    "bridgehead.sqlite",
    "bridgehead.sqlite-wal",
    "telemetry.duckdb",
    "telemetry.duckdb.journal",
    "secret.key",
    "secret.key.next",
    SEGMENT,
  ])("a folder in which '%s' is a pipe or a folder is refused with its name, as reading a pipe never ends", (name) => {
  const path = join(scratch, "data");
  const file = join(path, name);
  const refused = `the data folder ${path} (DATA_DIR) cannot be used: ${file} is no file`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });

  spawnSync("mkfifo", [file]);
  expect(() => openDataFolder(path)).toThrow(refused);
  rmSync(file);
  mkdirSync(file);
  expect(() => openDataFolder(path)).toThrow(refused);
});

test("a released folder can be taken again, and releasing twice is harmless", () => {
  const first = openDataFolder(join(scratch, "data"));
  first.release();
  first.release();

  expect(() => openDataFolder(join(scratch, "data")).release()).not.toThrow();
});

test.runIf(process.platform === "linux")(
  "a folder on a file system that makes none is refused, instead of being tried for ever",
  () => {
    expect(() => openDataFolder("/proc/bridgehead")).toThrow(/\/proc\/bridgehead/);
  },
);

test("a folder that cannot be made or used is refused with the reason", () => {
  writeFileSync(join(scratch, "file"), "");

  expect(() => openDataFolder(join(scratch, "file/data"))).toThrow(/\(DATA_DIR\) cannot be used: .*ENOTDIR/);
  expect(() => openDataFolder(join(scratch, "file"))).toThrow(/cannot be used/);
});

test("the folder of a living process is refused with its id, and is free once that was killed", async () => {
  const path = join(scratch, "data");
  const module = fileURLToPath(new URL("./data-folder.ts", import.meta.url));
  // What is not kept is collected as garbage, and its lock with it.
  const program = `import { openDataFolder } from ${JSON.stringify(module)};
    globalThis.folder = openDataFolder(${JSON.stringify(path)}); process.stdout.write("held"); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(holder, "exit");
  try {
    await once(holder.stdout, "data");
    expect(() => openDataFolder(path)).toThrow(`in use by process ${String(holder.pid)}`);
  } finally {
    holder.kill("SIGKILL");
    await ended;
  }

  using folder = opened(path);
  expect(folder.path).toBe(path);
});

function opened(path: string): Disposable & { readonly path: string } {
  const folder = openDataFolder(path);
  return { path: folder.path, [Symbol.dispose]: () => folder.release() };
}
