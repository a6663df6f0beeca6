import fc from "fast-check";
import { expect, test } from "vitest";
import { RowCache, type RowCacheOptions } from "./row-cache.ts";

interface Row {
  readonly key: string;
  readonly version: number;
}

/** A store whose reads see the rows of the moment in which they begin, and end when the test says so. */
class SlowStore {
  readonly versions = new Map<string, number>();
  readonly reads: (() => void)[] = [];
  begun = 0;
  problem: Error | undefined;

  load = (key: string): Promise<Row | undefined> => {
    this.begun++;
    const version = this.versions.get(key);
    const { problem } = this;
    const row = version === undefined ? undefined : { key, version };
    return new Promise((resolve, reject) => {
      this.reads.push(() => {
        if (problem === undefined) resolve(row);
        else reject(problem);
      });
    });
  };

  async finish(index = 0): Promise<void> {
    const [read] = this.reads.splice(index, 1);
    read?.();
    await turn();
  }
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function world(options: Partial<RowCacheOptions<string, Row>> = {}) {
  const store = new SlowStore();
  for (const key of ["a", "b", "c"]) store.versions.set(key, 1);
  return { store, cache: new RowCache<string, Row>({ load: store.load, max: 10, ...options }) };
}

async function loaded(cache: RowCache<string, Row>, store: SlowStore, key: string): Promise<Row | undefined> {
  const row = cache.load(key);
  while (store.reads.length > 0) await store.finish();
  return row;
}

test("those who ask for a row at the same time share one read, and later ones wait for nothing", async () => {
  const { store, cache } = world();
  const both = Promise.all([cache.load("a"), cache.find("a")]);
  await store.finish();

  expect(store.begun).toBe(1);
  expect(await both).toEqual([
    { key: "a", version: 1 },
    { key: "a", version: 1 },
  ]);
  expect(cache.find("a")).toBe(cache.get("a"));
});

test("what is not there and what fails is not kept", async () => {
  const { store, cache } = world();
  expect(await loaded(cache, store, "none")).toBeUndefined();
  store.problem = new Error("the store is away");
  const failing = expect(cache.load("a")).rejects.toThrow("the store is away");
  await store.finish();
  await failing;
  store.problem = undefined;

  expect(cache.size).toBe(0);
  expect(await loaded(cache, store, "a")).toEqual({ key: "a", version: 1 });
});

test("a read that a change overtakes is not kept, and not given to those who ask later", async () => {
  const { store, cache } = world();
  const [before, other] = [cache.load("a"), cache.load("b")];
  store.versions.set("a", 2);
  cache.forget("a");
  const after = cache.load("a");
  for (let reads = 0; reads < 3; reads++) await store.finish();

  expect((await before)?.version).toBe(1);
  expect((await after)?.version).toBe(2);
  expect(cache.get("a")?.version).toBe(2);
  expect(await other).toBe(cache.get("b"));
});

test("where callers keep the object, a read that a change overtakes is made again", async () => {
  const { store, cache } = world({ update: (held, read) => Object.assign(held, read) });
  const row = cache.load("a");
  store.versions.set("a", 2);
  cache.forget("a");
  for (let reads = 0; reads < 2; reads++) await store.finish();

  expect(await row).toBe(cache.get("a"));
  expect((await row)?.version).toBe(2);
});

test("a row that comes into being while it is looked for is found by those who ask after that", async () => {
  const { store, cache } = world();
  const early = cache.load("new");
  store.versions.set("new", 1);
  cache.forgetWhere(({ key }) => key === "new");
  const late = cache.load("new");
  await store.finish();
  await store.finish();

  expect(await early).toBeUndefined();
  expect(await late).toEqual({ key: "new", version: 1 });
});

test("the rows used least lately leave for want of room, and are named", async () => {
  const left: string[] = [];
  const { store, cache } = world({ max: 2, onLeave: (_row, key) => left.push(key) });
  for (const key of ["a", "b"]) await loaded(cache, store, key);
  cache.get("a");
  await loaded(cache, store, "c");

  expect([...cache.rows()].map(({ key }) => key)).toEqual(["c", "a"]);
  expect(left).toEqual(["b"]);
});

test("rows count as they weigh, and one that is too heavy is not kept", async () => {
  const { store, cache } = world({ max: 10, weigh: ({ version }) => version });
  store.versions.set("a", 6).set("b", 4).set("c", 11);
  for (const key of ["a", "b", "c"]) await loaded(cache, store, key);

  expect([cache.get("a")?.version, cache.get("b")?.version, cache.get("c")]).toEqual([6, 4, undefined]);
});

test("without a bound every row stays", async () => {
  const { store, cache } = world({ max: Infinity });
  for (let index = 0; index < 1000; index++) {
    store.versions.set(`key ${String(index)}`, index);
    await Promise.all([cache.load(`key ${String(index)}`), store.finish()]);
  }

  expect(cache.size).toBe(1000);
});

test("a row that has expired is read again, and can be let go of before", async () => {
  let now = 0;
  const { store, cache } = world({ expiry: { now: () => now, expiresAt: ({ version }) => version * 10 } });
  await loaded(cache, store, "a");
  now = 9;
  expect(cache.get("a")?.version).toBe(1);
  now = 10;
  expect(cache.get("a")).toBeUndefined();
  expect(cache.held("a")?.version).toBe(1);
  cache.dropExpired();

  expect(cache.size).toBe(0);
});

test("a refreshed row is held until it has been read, then changed in place", async () => {
  const held = { key: "a", version: 1 };
  const { store, cache } = world({ update: (row, read) => Object.assign(row, read) });
  const row = await loaded(cache, store, "a");
  store.versions.set("a", 2);
  const refreshed = cache.refresh("a");

  expect(cache.get("a")).toBeUndefined();
  expect(cache.held("a")).toEqual(held);
  await store.finish();
  expect(await refreshed).toBe(row);
  expect(row).toEqual({ key: "a", version: 2 });
});

test("a refresh that fails leaves the row in force; one that finds nothing lets it go", async () => {
  const { store, cache } = world();
  await loaded(cache, store, "a");
  store.problem = new Error("the store is away");
  const failing = expect(cache.refresh("a")).rejects.toThrow("the store is away");
  await store.finish();
  await failing;
  expect(cache.get("a")?.version).toBe(1);

  store.problem = undefined;
  store.versions.delete("a");
  const gone = cache.refresh("a");
  await store.finish();
  expect(await gone).toBeUndefined();
  expect(cache.held("a")).toBeUndefined();
});

test("rows are refreshed by what they are; a failure is named with its key and leaves the row in force", async () => {
  const { store, cache } = world();
  for (const key of ["a", "b", "c"]) await loaded(cache, store, key);
  store.versions.set("a", 2).set("b", 2);
  const failed: string[] = [];
  void cache.refreshWhere(
    ({ key }) => key !== "c",
    (_error, key) => failed.push(key),
  );
  expect(cache.get("c")?.version).toBe(1);
  while (store.reads.length > 0) await store.finish();
  expect([cache.get("a")?.version, cache.get("b")?.version]).toEqual([2, 2]);

  store.problem = new Error("the store is away");
  void cache.refreshWhere(
    ({ key }) => key === "a",
    (_error, key) => failed.push(key),
  );
  await store.finish();
  await turn();
  expect(failed).toEqual(["a"]);
  expect(cache.get("a")?.version).toBe(2);
});

const KEYS = fc.constantFrom("a", "b", "c");
const STEP = fc.oneof(
  fc.record({ kind: fc.constant("ask" as const), key: KEYS }),
  fc.record({ kind: fc.constant("change" as const), key: KEYS }),
  fc.record({ kind: fc.constant("refresh" as const), key: KEYS }),
  fc.record({ kind: fc.constant("change all" as const) }),
  fc.record({ kind: fc.constant("clear" as const) }),
  fc.record({ kind: fc.constant("read ends" as const), index: fc.nat(5) }),
);

test("whatever overlaps, no caller is served a row from before a change that was announced before they asked", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), async (steps, max) => {
      const { store, cache } = world({ max });
      const asked: Promise<void>[] = [];
      const change = (key: string): void => void store.versions.set(key, (store.versions.get(key) ?? 0) + 1);
      for (const step of steps) {
        switch (step.kind) {
          case "ask": {
            const atLeast = store.versions.get(step.key) ?? 0;
            expect(cache.get(step.key)?.version ?? atLeast).toBe(atLeast);
            asked.push(
              Promise.resolve(cache.find(step.key)).then((row) => {
                expect(row?.version).toBeGreaterThanOrEqual(atLeast);
              }),
            );
            break;
          }
          case "change":
            change(step.key);
            cache.forget(step.key);
            break;
          case "refresh":
            change(step.key);
            asked.push(cache.refresh(step.key).then(() => undefined));
            break;
          case "change all":
            for (const key of ["a", "b", "c"]) change(key);
            cache.forgetWhere(({ version }) => version > 0);
            break;
          case "clear":
            for (const key of ["a", "b", "c"]) change(key);
            cache.clear();
            break;
          case "read ends":
            await store.finish(Math.min(step.index, Math.max(0, store.reads.length - 1)));
        }
      }
      while (store.reads.length > 0) await store.finish();
      await Promise.all(asked);
      await cache.settled();
      for (const key of ["a", "b", "c"])
        expect(cache.get(key)?.version ?? store.versions.get(key)).toBe(store.versions.get(key));
    }),
  );
});
