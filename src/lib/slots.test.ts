import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Release, Slots, type SlotsOptions } from "./slots.ts";

/** Takes slots under names, and remembers in which order they were granted and which were refused. */
function recorded(options: SlotsOptions) {
  const slots = new Slots<string | null>({ refusal: (cause) => new Error(cause), ...options });
  const granted: string[] = [];
  const refused: string[] = [];
  const releases = new Map<string, Release>();
  const take = (name: string, key: string | null = null, signal?: AbortSignal, size?: number): void => {
    slots.take({ key, signal, ...(size === undefined ? {} : { slots: size }) }).then(
      (release) => {
        granted.push(name);
        releases.set(name, release);
      },
      (error: unknown) => refused.push(`${name}: ${error instanceof Error ? error.message : String(error)}`),
    );
  };
  const release = async (name: string): Promise<void> => {
    releases.get(name)?.();
    await settled();
  };
  return { slots, granted, refused, take, release };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

describe("slots", () => {
  test("so many run, the others follow in order, and one too many is refused at once", async () => {
    const { slots, granted, refused, take, release } = recorded({ max: 2, waitingMax: 1 });
    for (const name of ["a", "b", "c", "d"]) take(name);
    expect([slots.running, slots.waiting]).toEqual([2, 1]);
    await settled();
    expect([granted, refused]).toEqual([["a", "b"], ["d: all"]]);
    await release("a");
    await release("b");
    expect(granted).toEqual(["a", "b", "c"]);
    await release("c");
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });

  test("a slot that is released twice is free once", async () => {
    const { granted, take, release } = recorded({ max: 1 });
    for (const name of ["a", "b", "c"]) take(name);
    await settled();
    await release("a");
    await release("a");
    expect(granted).toEqual(["a", "b"]);
  });

  test("work of several slots waits until there are so many, and smaller work of its key does not overtake it", async () => {
    const { slots, granted, take, release } = recorded({ max: Infinity, keyMax: 10 });
    take("small", "x", undefined, 4);
    take("large", "x", undefined, 10);
    take("late", "x", undefined, 1);
    take("other", "y", undefined, 10);
    await settled();
    expect([granted, slots.running, slots.waiting]).toEqual([["small", "other"], 14, 2]);
    await release("small");
    expect(granted).toEqual(["small", "other", "large"]);
    await release("large");
    expect(granted).toEqual(["small", "other", "large", "late"]);
    await release("late");
    await release("other");
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });

  test("work that fails gives its slot back", async () => {
    const slots = new Slots({ max: 1, waitingMax: 0 });
    await expect(slots.run(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await slots.run(() => Promise.resolve("next"))).toBe("next");
  });

  test("keys take turns, whatever each of them has waiting", async () => {
    const { granted, take, release } = recorded({ max: 1 });
    take("x0", "x");
    for (const name of ["x1", "x2", "x3"]) take(name, "x");
    for (const name of ["y1", "y2"]) take(name, "y");
    take("z1", "z");
    await settled();
    for (let index = 0; index < 6; index++) await release(granted.at(-1) ?? "");
    expect(granted).toEqual(["x0", "x1", "y1", "z1", "x2", "y2", "x3"]);
  });

  test("a key that comes again waits for the turn of the others", async () => {
    const { granted, take, release } = recorded({ max: 1 });
    take("x0", "x");
    take("x1", "x");
    take("y1", "y");
    take("y2", "y");
    await settled();
    await release("x0");
    take("x2", "x");
    for (const name of ["x1", "y1", "x2", "y2"]) await release(name);
    expect(granted).toEqual(["x0", "x1", "y1", "x2", "y2"]);
  });

  test("a key that has its share waits while others run, and a refusal says whose bound it was", async () => {
    const { granted, refused, take, release } = recorded({ max: 2, keyMax: 1, keyWaitingMax: 1 });
    take("x1", "x");
    take("x2", "x");
    take("x3", "x");
    take("n1", null);
    await settled();
    expect([granted, refused]).toEqual([["x1", "n1"], ["x3: key"]]);
    await release("n1");
    expect(granted).toEqual(["x1", "n1"]);
    await release("x1");
    expect(granted).toEqual(["x1", "n1", "x2"]);
  });

  test("without places to wait, what does not run at once is refused", async () => {
    const { refused, take } = recorded({ max: 2, keyMax: 1, waitingMax: 0 });
    take("x1", "x");
    take("x2", "x");
    take("y1", "y");
    take("z1", "z");
    await settled();
    expect(refused).toEqual(["x2: key", "z1: all"]);
  });

  test("when the queue is full, the newest of the key with the most is refused in favour of a key with fewer", async () => {
    const { slots, refused, take } = recorded({ max: 1, waitingMax: 4 });
    take("w0", "w");
    for (const name of ["x1", "x2", "x3"]) take(name, "x");
    take("y1", "y");
    take("z1", "z");
    take("z2", "z");
    // x, y and z have 1, 1 and 2.
    take("z3", "z");
    await settled();
    expect(refused).toEqual(["x3: all", "x2: all", "z3: all"]);
    expect(slots.waiting).toBe(4);
  });

  test("a signal ends the wait at once, and the place goes to the next", async () => {
    const { slots, granted, refused, take, release } = recorded({ max: 1, waitingMax: 1 });
    const caller = new AbortController();
    take("a");
    take("b", null, caller.signal);
    caller.abort(new Error("gone"));
    expect(slots.waiting).toBe(0);
    take("c");
    await settled();
    await release("a");
    take("d", null, AbortSignal.abort(new Error("gone before")));
    await settled();
    expect([granted, refused]).toEqual([
      ["a", "c"],
      ["b: gone", "d: gone before"],
    ]);
  });

  test("a signal that comes after the slot changes nothing", async () => {
    const { slots, granted, take } = recorded({ max: 1 });
    const caller = new AbortController();
    take("a", null, caller.signal);
    caller.abort();
    await settled();
    expect([granted, slots.running]).toEqual([["a"], 1]);
  });

  test("a number of slots that shrinks lets no call in until fewer run; one that grows lets in all that fit", async () => {
    let max = 2;
    const { granted, take, release } = recorded({ max: () => max });
    for (const name of ["a", "b", "c", "d", "e"]) take(name);
    await settled();
    max = 1;
    await release("a");
    expect(granted).toEqual(["a", "b"]);
    max = 2;
    await release("b");
    expect(granted).toEqual(["a", "b", "c", "d"]);
    max = 4;
    // Those that wait come before it.
    take("f");
    await settled();
    expect(granted).toEqual(["a", "b", "c", "d", "e", "f"]);
  });

  test("whatever happens, every request is granted or refused once, and order within a key holds", async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant("take" as const), key: fc.constantFrom("x", "y", "z") }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("release" as const), which: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), which: fc.nat(20) }) },
    );
    const options = fc.record({
      max: fc.integer({ min: 1, max: 4 }),
      keyMax: fc.integer({ min: 1, max: 3 }),
      waitingMax: fc.nat(6),
      keyWaitingMax: fc.nat(4),
    });
    await fc.assert(
      fc.asyncProperty(options, fc.array(step, { maxLength: 60 }), async (bounds, steps) => {
        const { slots, granted, refused, take, release } = recorded(bounds);
        const callers: { readonly name: string; readonly controller: AbortController }[] = [];
        const running = new Set<string>();
        for (const each of steps) {
          if (each.kind === "take") {
            const caller = {
              name: `${each.key}${String(callers.length).padStart(3, "0")}`,
              controller: new AbortController(),
            };
            callers.push(caller);
            take(caller.name, each.key, caller.controller.signal);
          } else if (each.kind === "release") await release(granted[each.which] ?? "");
          else callers[each.which]?.controller.abort();
          expect([slots.running <= bounds.max, slots.waiting <= bounds.waitingMax]).toEqual([true, true]);
          await settled();
        }
        for (let index = 0; index < callers.length; index++) await release(granted[index] ?? "");
        for (const name of granted) {
          expect(running.has(name)).toBe(false);
          running.add(name);
        }
        expect(granted.length + refused.length).toBe(callers.length);
        for (const key of ["x", "y", "z"]) {
          const ofKey = granted.filter((name) => name.startsWith(key));
          expect(ofKey).toEqual([...ofKey].sort());
        }
        expect([slots.running, slots.waiting]).toEqual([0, 0]);
      }),
    );
  });
});

describe("pieces of work that began at different times", () => {
  /** Each piece takes one unit of time; answers when the work of each name has ended, and what has run in each unit. */
  async function ran(
    max: number,
    works: readonly (readonly [name: string, key: string, rank: number, pieces: number])[],
  ) {
    const slots = new Slots<string>({ max });
    const running: { readonly name: string; readonly release: Release }[] = [];
    const left = new Map(works.map(([name, , , pieces]) => [name, pieces]));
    const piecesMost = Math.max(...works.map(([, , , pieces]) => pieces));
    for (let piece = 0; piece < piecesMost; piece++)
      for (const [name, key, rank, pieces] of works)
        if (piece < pieces) void slots.take({ key, rank }).then((release) => running.push({ name, release }));
    const ends = new Map<string, number>();
    const units: string[] = [];
    for (let time = 1; ends.size < works.length; time++) {
      await settled();
      const ended = running.splice(0);
      units.push(ended.map(({ name }) => name).join(""));
      for (const { name, release } of ended) {
        left.set(name, (left.get(name) ?? 0) - 1);
        if (left.get(name) === 0) ends.set(name, time);
        release();
      }
    }
    return { ends: Object.fromEntries(ends), units };
  }

  test("ten equal reports end one after another, the oldest first", async () => {
    const { ends } = await ran(
      2,
      Array.from("abcdefghij", (name, rank) => [name, "large", rank, 4] as const),
    );
    expect(ends).toEqual({ a: 3, b: 4, c: 6, d: 8, e: 10, f: 12, g: 14, h: 16, i: 18, j: 20 });
  });

  test("what comes later and is older is served first, and equal ranks as they come", async () => {
    const { units } = await ran(1, [
      ["c", "large", 3, 2],
      ["b", "large", 2, 1],
      ["x", "large", 2, 1],
      ["a", "large", 1, 2],
    ]);
    expect(units).toEqual(["c", "a", "a", "b", "x", "c"]);
  });

  test("small reports and those of others wait for one piece of a large one, not for all of it", async () => {
    const { ends } = await ran(1, [
      ["a", "large", 0, 10],
      ["b", "large", 1, 10],
      ["s", "small", 2, 1],
      ["o", "large of another", 3, 1],
    ]);
    expect(ends).toMatchObject({ s: 3, o: 4, a: 12, b: 22 });
  });
});
