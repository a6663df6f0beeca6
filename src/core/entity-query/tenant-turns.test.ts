import { describe, expect, test } from "vitest";
import { TenantTurns } from "./tenant-turns.ts";

describe("turns of tenants", () => {
  test("one of a tenant at a time in the order of arrival, tenants beside each other", async () => {
    const turns = new TenantTurns(2);
    const seen: string[] = [];
    const held = new Map<string, () => void>();
    const run = (tenant: string, name: string) =>
      turns.run(tenant, async () => {
        seen.push(name);
        await new Promise<void>((resolve) => held.set(name, resolve));
      });
    const all = [run("a", "a1"), run("a", "a2"), run("b", "b1"), run("a", "a3")];
    expect(seen).toEqual(["a1", "b1"]);
    for (const name of ["a1", "a2", "a3"]) {
      await until(() => held.has(name));
      held.get(name)?.();
    }
    held.get("b1")?.();
    await Promise.all(all);
    expect(seen).toEqual(["a1", "b1", "a2", "a3"]);
  });

  test("one more than may wait is refused by name, and what fails lets the next go on", async () => {
    const turns = new TenantTurns(1);
    const failing = turns.run("a", () => Promise.reject(new Error("broken")));
    const next = turns.run("a", () => Promise.resolve(7));
    await expect(turns.run("a", () => Promise.resolve(8))).rejects.toMatchObject({
      kind: "rate-limited",
      details: { limit: { name: "entityQuery.waitingMax", value: 1 }, retryAfterSeconds: 1 },
    });
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe(7);
    expect(await turns.run("a", () => Promise.resolve(9))).toBe(9);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo() && turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
}
