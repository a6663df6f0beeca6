import { randomBytes } from "node:crypto";
import { chmodSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { scratchFolder } from "../../test/support/scratch-sqlite.ts";
import { loadMasterKey, SecretBox } from "./secret-box.ts";

const box = new SecretBox(randomBytes(32));
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function folder(): Promise<string> {
  const made = await scratchFolder();
  folders.push(made);
  return made;
}

test("what was sealed opens again, and looks different each time", () => {
  for (const text of ["", "token", "pässwörd 💡", "x".repeat(10_000)]) {
    const sealed = box.seal(text, "device 1");
    expect(box.open(sealed, "device 1")).toBe(text);
    expect(Buffer.from(box.seal(text, "device 1")).equals(Buffer.from(sealed))).toBe(false);
  }
});

test("a sealed secret opens neither for another context, nor changed, nor under another key, nor cut short", () => {
  const sealed = box.seal("token", "device 1");
  expect(() => box.open(sealed, "device 2")).toThrow();
  expect(() => new SecretBox(randomBytes(32)).open(sealed, "device 1")).toThrow();
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => box.open(changed, "device 1")).toThrow();
    expect(() => box.open(sealed.subarray(0, index), "device 1")).toThrow();
  }
});

test("equal texts have equal hashes under one key, and other ones under another", () => {
  const hash = (by: SecretBox, text: string): string => Buffer.from(by.hash(text)).toString("hex");
  expect(hash(box, "token")).toBe(hash(box, "token"));
  expect(hash(box, "token")).not.toBe(hash(box, "token "));
  expect(hash(box, "token")).not.toBe(hash(new SecretBox(randomBytes(32)), "token"));
});

test("the master key is made once, and readable by its owner only", async () => {
  const data = await folder();
  const key = loadMasterKey(data);
  expect(key).toHaveLength(32);
  expect(Buffer.from(loadMasterKey(data)).equals(key)).toBe(true);
  if (process.platform !== "win32") expect(statSync(join(data, "secret.key")).mode & 0o777).toBe(0o600);
});

test("a damaged key file is refused instead of replaced", async () => {
  const data = await folder();
  writeFileSync(join(data, "secret.key"), "short");
  chmodSync(join(data, "secret.key"), 0o600);
  expect(() => new SecretBox(loadMasterKey(data))).toThrow(/32 bytes, got 5/);
});
