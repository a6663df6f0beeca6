import { expect, test } from "vitest";
import { millis as at } from "./clock.ts";
import { FailureWindows } from "./failure-windows.ts";

const IN_A_ROW = { failuresMax: 3, windowMillis: Infinity, blockMillis: 60_000, keysMax: 2 };

test("a key is blocked after the failures in a row, and starts again from none after the time", () => {
  const windows = new FailureWindows(IN_A_ROW);
  for (let count = 0; count < 3; count++) {
    expect(windows.waitMillis("a", at(count * 1e9))).toBe(0);
    windows.add("a", at(count * 1e9));
  }
  expect(windows.waitMillis("a", at(2e9 + 59_999))).toBe(1);
  expect(windows.waitMillis("b", at(2e9 + 59_999))).toBe(0);
  expect(windows.waitMillis("a", at(2e9 + 60_000))).toBe(0);
  windows.add("a", at(2e9 + 60_000));
  expect(windows.waitMillis("a", at(2e9 + 60_000))).toBe(0);
});

test("failures outside the window do not count, and the block lasts for a window", () => {
  const windows = new FailureWindows({ failuresMax: 2, windowMillis: 1000, keysMax: 2 });
  windows.add("a", at(0));
  windows.add("a", at(1000));
  expect(windows.waitMillis("a", at(1000))).toBe(0);
  windows.add("a", at(1999));
  expect(windows.waitMillis("a", at(1999))).toBe(1000);
});

test("a key that is forgotten starts from none", () => {
  const windows = new FailureWindows(IN_A_ROW);
  windows.add("a", at(0));
  windows.add("a", at(0));
  windows.forget("a");
  windows.add("a", at(0));
  expect(windows.waitMillis("a", at(1))).toBe(0);
});

test("the key that failed longest ago is forgotten first", () => {
  const windows = new FailureWindows(IN_A_ROW);
  for (let count = 0; count < 3; count++) windows.add("a", at(0));
  for (let count = 0; count < 3; count++) windows.add("b", at(1));
  windows.add("a", at(2));
  windows.add("c", at(3));
  expect(windows.waitMillis("b", at(4))).toBe(0);
  expect(windows.waitMillis("a", at(4))).toBeGreaterThan(0);
});
