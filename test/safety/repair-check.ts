// Runs `bridgehead repair` as an operator does, and holds its result against what was acknowledged.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { expect } from "vitest";
import { runtimeEnvironment } from "../support/server-process.ts";
import { pointsOf, use, type Stored } from "./crashed-folder.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export async function repair(...args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, "repair", ...args], { env: runtimeEnvironment() });
  const [out, error, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { code, out, error };
}

export interface Checked {
  readonly out: string;
  /** Points that were acknowledged and are not there any more, all of which the list has. */
  readonly missing: readonly string[];
}

/**
 * Repairs the folder into another one, which has to start as it is with every point that is not in the list of what is lost, and
 * with no other value; the damaged one has to stay as it is.
 */
export async function checkRepair(from: string, stored: Stored): Promise<Checked> {
  const into = `${from}-repaired`;
  const before = await digestOf(from);
  const { code, out, error } = await repair(from, into);
  expect(error).toBe("");
  expect(code).toBe(0);
  expect(await digestOf(from)).toEqual(before);

  const found = await use(into, pointsOf);
  const lost = await lostOf(into);
  const missing = [...stored.keys()].filter((point) => !found.has(point));
  for (const point of missing)
    expect(
      lost.some((row) => covers(row, point)),
      `${point} is lost and not in the list`,
    ).toBe(true);
  for (const [point, value] of found) {
    // What a lost point had replaced may be there again.
    if (stored.get(point) !== value)
      expect(
        lost.some((row) => covers(row, point)),
        `${point} is ${value}`,
      ).toBe(true);
  }
  return { out, missing };
}

/** But for the files of the lock, which every look at the folder takes. */
async function digestOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const name of await readdir(folder, { recursive: true })) {
    if (name.startsWith("lock.")) continue;
    const path = join(folder, name);
    if ((await stat(path)).isFile())
      digests.set(
        name,
        createHash("sha256")
          .update(await readFile(path))
          .digest("hex"),
      );
  }
  return digests;
}

interface LostRow {
  readonly device: string;
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

export async function lostOf(folder: string): Promise<readonly LostRow[]> {
  const list = await readFile(join(folder, "lost.csv"), "utf8").catch(() => "");
  const rows = list
    .split("\r\n")
    .slice(1)
    .filter((line) => line !== "")
    .map((line) => line.split(",").map((field) => field.replaceAll('"', "")));
  return rows.map(([, device = "", key = "", from = "", to = ""]) => ({
    device,
    key,
    from: Date.parse(from),
    to: Date.parse(to),
  }));
}

function covers({ device, key, from, to }: LostRow, point: string): boolean {
  const [pointDevice, pointKey, ts] = point.split("/");
  const isNamed = device === "" || (device === pointDevice && key === pointKey);
  // Where no time is known it may be any.
  return isNamed && !(Number(ts) < from) && !(Number(ts) > to);
}
