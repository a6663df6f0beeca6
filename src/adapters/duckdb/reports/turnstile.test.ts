// A bound that changes while work waits at it.
import { expect, test } from "vitest";
import { nextTurn } from "../../../lib/next-turn.ts";
import { Turnstile } from "./turnstile.ts";

const FOREVER = new AbortController().signal;

test("a bound that has become smaller lets nobody in until fewer run, and one that has grown lets in all that fit", async () => {
  let places = 2;
  const turnstile = new Turnstile(() => places);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3, 4].map((piece) =>
    turnstile.pass(FOREVER, () => {
      begun.push(piece);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  await nextTurn();
  expect(begun).toEqual([0, 1]);

  places = 1;
  ends[0]?.();
  await nextTurn();
  expect(begun).toEqual([0, 1]);

  places = 2;
  ends[1]?.();
  await nextTurn();
  expect(begun).toEqual([0, 1, 2, 3]);

  ends[2]?.();
  ends[3]?.();
  await nextTurn();
  ends[4]?.();
  await Promise.all(all);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});
