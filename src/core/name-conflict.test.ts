import { expect, test } from "vitest";
import { FAIL_ON_CONFLICT, freeName, UNIQUIFY_ATTEMPTS_MAX, type NameConflict } from "./name-conflict.ts";

const INCREMENTAL: NameConflict = { policy: "uniquify", separator: "_", strategy: "incremental" };
const RANDOM: NameConflict = { policy: "uniquify", separator: "-", strategy: "random" };
const taken =
  (...names: readonly string[]) =>
  (name: string) =>
    Promise.resolve(names.includes(name));

test("a free name is taken as it is", async () => {
  for (const conflict of [FAIL_ON_CONFLICT, INCREMENTAL, RANDOM])
    expect(await freeName("x", "name", conflict, taken("y"))).toBe("x");
});

test("a taken name fails, counts up or gets a random suffix", async () => {
  await expect(freeName("x", "title", FAIL_ON_CONFLICT, taken("x"))).rejects.toMatchObject({
    kind: "invalid",
    message: 'title "x" is taken already',
  });
  expect(await freeName("x", "name", INCREMENTAL, taken("x", "x_1", "x_3"))).toBe("x_2");
  expect(await freeName("x", "name", RANDOM, taken("x"))).toMatch(/^x-[A-Za-z0-9]{6}$/);
});

test("a suffix that makes the name too long, and too many taken names, are refused", async () => {
  await expect(freeName("x".repeat(254), "name", INCREMENTAL, taken("x".repeat(254)))).rejects.toMatchObject({
    kind: "invalid",
  });
  let asked = 0;
  await expect(
    freeName("x", "name", INCREMENTAL, async () => {
      asked++;
      return true;
    }),
  ).rejects.toMatchObject({ kind: "invalid" });
  expect(asked).toBe(UNIQUIFY_ATTEMPTS_MAX + 1);
});
