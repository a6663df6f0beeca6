import { expect, test } from "vitest";
import { HashingSlots } from "./hashing-slots.ts";

function gate() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    promise,
    open: () => {
      resolve(undefined);
    },
  };
}

test("so many run at a time, the others follow in order, and one too many is refused", async () => {
  const slots = new HashingSlots({ parallelMax: 1, waitingMax: 2 });
  const first = gate();
  const ran: string[] = [];
  const work = (name: string, until = Promise.resolve<undefined>(undefined)) =>
    slots.run(async () => {
      await until;
      ran.push(name);
    });
  const running = [work("a", first.promise), work("b"), work("c")];

  await expect(work("d")).rejects.toMatchObject({
    kind: "rate-limited",
    details: { limit: { name: "security.hashing.waitingMax", value: 2 } },
  });
  expect(slots.counts).toEqual({ running: 1, waiting: 2, refused: 1 });
  first.open();
  await Promise.all(running);
  expect(ran).toEqual(["a", "b", "c"]);
  expect(slots.counts).toEqual({ running: 0, waiting: 0, refused: 1 });
});

test("a failure gives its slot back", async () => {
  const slots = new HashingSlots({ parallelMax: 1, waitingMax: 0 });

  await expect(slots.run(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await slots.run(() => Promise.resolve("next"))).toBe("next");
});
