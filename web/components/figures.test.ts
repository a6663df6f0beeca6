// Figures that change while they are read, and lengths of time.
import { expect, test } from "vitest";
import { bytes, duration, millis, rateText } from "./figures.ts";

test("a rate has the same decimals from one to the next, none from a hundred on, and is not 0 where something happens", () => {
  expect([115, 115.2, 2_964.1, 99.96].map(rateText)).toEqual(["115", "115", "2,964", "100"]);
  expect([3, 3.14, 42.37, 99.94].map(rateText)).toEqual(["3.0", "3.1", "42.4", "99.9"]);
  expect([0, 0.016, 0.5].map(rateText)).toEqual(["0", "0.016", "0.5"]);
});

test("a length of time has its two largest units, without one of which there is none", () => {
  expect([605, 600, 86_400, 90_061, 0].map(duration)).toEqual(["10 min 5 s", "10 min", "1 d", "1 d 1 h", "0 s"]);
});

test("a size has one decimal below a hundred, none of single bytes", () => {
  const [kib, mib, gib] = [2 ** 10, 2 ** 20, 2 ** 30];
  expect([9 * mib, 6.6 * mib, 23.5 * gib, 99.96 * gib, 384 * kib].map(bytes)).toEqual([
    "9.0 MiB",
    "6.6 MiB",
    "23.5 GiB",
    "100 GiB",
    "384 KiB",
  ]);
  expect([0, 0.4, 7, 1_023].map(bytes)).toEqual(["0 B", "0 B", "7 B", "1,023 B"]);
});

test("milliseconds have one decimal", () => {
  expect([10, 12.34].map(millis)).toEqual(["10.0 ms", "12.3 ms"]);
});
