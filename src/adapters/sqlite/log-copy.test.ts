// Copies of the log bring an earlier copy of the database to the state of any of them.
import { appendFile, copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { casesOf } from "../../../test/support/seed.ts";
import { applyLog } from "./apply-log.ts";
import { SqliteConnection } from "./connection.ts";
import { SqliteSnapshot } from "./sqlite-snapshot.ts";

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "bridgehead-log-copy-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

interface World {
  readonly file: string;
  readonly copies: string;
  readonly connection: SqliteConnection;
  /** Where a copy of the file begins: with the file of the log that was the newest then. */
  base: { readonly file: string; readonly from: string } | undefined;
  /** What the database had at a copy of the log, and the copies then. */
  readonly moments: { readonly rows: unknown; readonly logs: ReadonlyMap<string, number> }[];
  readers: DatabaseSync[];
}

const rowsOf = (file: string): unknown => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    return database.prepare("SELECT key, length(value) AS bytes, value FROM entry ORDER BY key").all();
  } finally {
    database.close();
  }
};

const steps = {
  write: (world: World, key: number, bytes: number) =>
    world.connection.run(
      "INSERT INTO entry VALUES (?, randomblob(?)) ON CONFLICT DO UPDATE SET value = excluded.value",
      key,
      bytes,
    ),
  delete: (world: World, key: number) => world.connection.run("DELETE FROM entry WHERE key >= ?", key),
  readers: (world: World, count: number) => {
    for (const reader of world.readers) reader.close();
    world.readers = Array.from({ length: count }, () => {
      const reader = new DatabaseSync(world.file, { readOnly: true });
      reader.exec("BEGIN; SELECT count(*) FROM entry");
      return reader;
    });
  },
  base: async (world: World, number: number) => {
    world.connection.copyLog(world.copies);
    const from = (await readdir(world.copies)).sort().at(-1) ?? "";
    const snapshot = new SqliteSnapshot(world.file);
    snapshot.begin();
    steps.write(world, 1, 10);
    const file = `${world.file}-base-${String(number)}`;
    await rm(file, { force: true });
    await snapshot.copyTo(file);
    snapshot.close();
    world.base = { file, from };
    world.moments.splice(0);
  },
  moment: async (world: World) => {
    world.connection.copyLog(world.copies);
    const names = (await readdir(world.copies)).sort();
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(world.copies, name))).size));
    world.moments.push({ rows: rowsOf(world.file), logs: new Map(names.map((name, at) => [name, sizes[at] ?? 0])) });
  },
};

type Step =
  | { kind: "write"; key: number; bytes: number }
  | { kind: "delete"; key: number }
  | { kind: "readers"; count: number }
  | { kind: "base" }
  | { kind: "moment" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("write" as const), key: fc.nat(40), bytes: fc.nat(30_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), key: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("readers" as const), count: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: "base" }) },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: "moment" }) },
);

test("the file of any earlier moment, with the copies of the log up to a later one, has the rows of that", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), fc.nat(), async (script, choice) => {
      const file = join(folder, `${String(run++)}.sqlite`);
      const connection = new SqliteConnection(file, "write");
      connection.exec("CREATE TABLE entry (key INTEGER PRIMARY KEY, value BLOB NOT NULL)");
      const world: World = { file, copies: `${file}-copies`, connection, base: undefined, moments: [], readers: [] };
      await steps.base(world, 0);
      for (const [number, each] of script.entries())
        if (each.kind === "write") steps.write(world, each.key, each.bytes);
        else if (each.kind === "delete") steps.delete(world, each.key);
        else if (each.kind === "readers") steps.readers(world, each.count);
        else if (each.kind === "base") await steps.base(world, number);
        else await steps.moment(world);
      steps.readers(world, 0);
      await steps.moment(world);
      const moment = world.moments[choice % world.moments.length];
      const { base } = world;
      for (const [name, bytes] of moment?.logs ?? []) {
        if (base === undefined || name < base.from) continue;
        const log = `${base.file}-copied`;
        await writeFile(log, (await readFile(join(world.copies, name))).subarray(0, bytes));
        applyLog(base.file, log);
      }
      expect(rowsOf(base?.file ?? "")).toEqual(moment?.rows);
      connection.close();
    }),
    { numRuns: casesOf(150) },
  );
});

test("a log of which SQLite does not read all is refused", async () => {
  const file = join(folder, "entities.sqlite");
  const connection = new SqliteConnection(file, "write");
  connection.exec("CREATE TABLE entry (key INTEGER PRIMARY KEY, value BLOB NOT NULL)");
  connection.copyLog(join(folder, "copies"));
  connection.close();
  const log = join(folder, "log");
  await copyFile(join(folder, "copies", "000000001"), log);
  await appendFile(log, Buffer.alloc(4096 + 24));
  expect(() => applyLog(file, log)).toThrow(/SQLite reads \d+ bytes of the log .*, which has \d+/);
});

test("a copy that was removed or changed meanwhile is not continued: it begins again", async () => {
  const file = join(folder, "entities.sqlite");
  const connection = new SqliteConnection(file, "write");
  connection.exec("CREATE TABLE entry (key INTEGER PRIMARY KEY, value BLOB NOT NULL)");
  const copies = join(folder, "copies");
  // Keeps the log from being restarted.
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec("BEGIN; SELECT count(*) FROM entry");
  connection.exec("INSERT INTO entry VALUES (0, x'00')");
  connection.copyLog(copies);
  await rm(join(copies, "000000001"));
  connection.exec("INSERT INTO entry VALUES (1, randomblob(30000))");
  expect(() => connection.copyLog(copies)).toThrow("the copy of the log of the database was removed or changed");
  expect(connection.copyLog(copies)).toBe("begun");
  reader.close();
  connection.close();
});

test("without a copy of the log SQLite takes its checkpoints by itself again", () => {
  const connection = new SqliteConnection(join(folder, "entities.sqlite"), "write");
  const pages = (): unknown => connection.get("PRAGMA wal_autocheckpoint");
  const before = pages();
  expect(connection.copyLog(join(folder, "copies"))).toBe("begun");
  expect(connection.copyLog(join(folder, "copies"))).toBe("continued");
  expect(pages()).toEqual({ wal_autocheckpoint: 0 });
  connection.endLogCopy();
  expect(pages()).toEqual(before);
  expect(connection.copyLog(join(folder, "copies"))).toBe("begun");
  connection.close();
});
