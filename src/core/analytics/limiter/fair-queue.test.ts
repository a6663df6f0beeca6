import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TenantId } from "../../ids.ts";
import { FairQueue } from "./fair-queue.ts";

const [X, Y, Z] = ["x", "y", "z"] as TenantId[] as [TenantId, TenantId, TenantId];

interface Item {
  readonly name: string;
}
const item = (name: string): Item => ({ name });

function drain(queue: FairQueue<Item>): string[] {
  const names: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) names.push(next.name);
  return names;
}

describe("AN §5 the queue", () => {
  test("first in, first out inside a tenant", () => {
    const queue = new FairQueue<Item>(10);
    for (const name of ["a", "b", "c"]) queue.add(X, item(name));
    expect(drain(queue)).toEqual(["a", "b", "c"]);
  });

  test("tenants take turns, whoever has more", () => {
    const queue = new FairQueue<Item>(10);
    for (const name of ["x1", "x2", "x3", "x4"]) queue.add(X, item(name));
    for (const name of ["y1", "y2"]) queue.add(Y, item(name));
    queue.add(Z, item("z1"));
    expect(drain(queue)).toEqual(["x1", "y1", "z1", "x2", "y2", "x3", "x4"]);
  });

  test("a tenant whose turn it was waits for the others, also when it comes again", () => {
    const queue = new FairQueue<Item>(10);
    queue.add(X, item("x1"));
    queue.add(Y, item("y1"));
    queue.add(Y, item("y2"));
    expect(queue.take()?.name).toBe("x1");
    queue.add(X, item("x2"));
    expect(drain(queue)).toEqual(["y1", "x2", "y2"]);
  });

  test("one tenant alone may have all places, and then none more", () => {
    const queue = new FairQueue<Item>(3);
    for (const name of ["a", "b", "c"]) expect(queue.add(X, item(name))).toEqual({ evicted: null });
    expect(queue.add(X, item("d"))).toBeUndefined();
    expect(queue.length).toBe(3);
  });

  test("when it is full, the newest of the tenant with the most makes room for a tenant with fewer", () => {
    const queue = new FairQueue<Item>(4);
    for (const name of ["x1", "x2", "x3"]) queue.add(X, item(name));
    queue.add(Y, item("y1"));
    expect(queue.add(Z, item("z1"))).toEqual({ evicted: item("x3") });
    expect(queue.add(Z, item("z2"))).toEqual({ evicted: item("x2") });
    // X, Y and Z have 1, 1 and 2.
    expect(queue.add(Z, item("z3"))).toBeUndefined();
    expect(queue.length).toBe(4);
  });

  test("without any place nobody loses one", () => {
    const queue = new FairQueue<Item>(0);
    expect(queue.add(X, item("x1"))).toBeUndefined();
    expect(queue.take()).toBeUndefined();
  });

  test("what has been removed does not come out, and is not there to be removed again", () => {
    const queue = new FairQueue<Item>(3);
    const [first, second] = [item("a"), item("b")];
    queue.add(X, first);
    queue.add(X, second);
    expect(queue.remove(X, first)).toBe(true);
    expect(queue.remove(X, first)).toBe(false);
    expect(queue.remove(Y, second)).toBe(false);
    expect(drain(queue)).toEqual(["b"]);
  });

  test("whatever happens, every item comes out once or is told to have lost its place, and order inside a tenant holds", () => {
    const tenants = [X, Y, Z];
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant("add" as const), tenant: fc.nat(2) }) },
      { weight: 1, arbitrary: fc.constant({ kind: "take" as const }) },
    );
    fc.assert(
      fc.property(fc.nat(6), fc.array(step, { maxLength: 60 }), (capacity, steps) => {
        const queue = new FairQueue<{ readonly tenant: TenantId; readonly number: number }>(capacity);
        const [came, went, lost]: [Set<number>, number[], number[]] = [new Set(), [], []];
        const lastOf = new Map<TenantId, number>();
        let number = 0;
        const take = (): boolean => {
          const taken = queue.take();
          if (taken === undefined) return false;
          expect(taken.number).toBeGreaterThan(lastOf.get(taken.tenant) ?? -1);
          lastOf.set(taken.tenant, taken.number);
          went.push(taken.number);
          return true;
        };
        for (const each of steps) {
          if (each.kind === "take") take();
          else {
            const tenant = tenants[each.tenant] ?? X;
            const added = queue.add(tenant, { tenant, number });
            if (added !== undefined) came.add(number);
            if (added !== undefined && added.evicted !== null) {
              expect(added.evicted.tenant).not.toBe(tenant);
              lost.push(added.evicted.number);
            }
            number++;
          }
          expect(queue.length).toBeLessThanOrEqual(capacity);
        }
        while (take());
        expect([...went, ...lost].sort((one, other) => one - other)).toEqual([...came]);
      }),
    );
  });
});
