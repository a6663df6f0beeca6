// Blocking of addresses after failed logins.
import { expect, test } from "vitest";
import { millis } from "../lib/clock.ts";
import { LoginGuard } from "./login-guard.ts";

const limits = { failuresMax: 3, blockMillis: 60_000, addressesMax: 2 };
const at = millis;

test("an address is blocked after the failures in a row, and free again after the time", () => {
  const guard = new LoginGuard(limits);
  for (let count = 0; count < 3; count++) {
    expect(guard.isBlocked("a", at(count))).toBe(false);
    guard.failed("a", at(count));
  }
  expect(guard.isBlocked("a", at(60_001))).toBe(true);
  expect(guard.isBlocked("b", at(60_001))).toBe(false);
  expect(guard.isBlocked("a", at(60_002))).toBe(false);
});

test("a success ends the row", () => {
  const guard = new LoginGuard(limits);
  guard.failed("a", at(0));
  guard.failed("a", at(0));
  guard.succeeded("a");
  guard.failed("a", at(0));
  expect(guard.isBlocked("a", at(1))).toBe(false);
});

test("the address that failed longest ago is forgotten first", () => {
  const guard = new LoginGuard(limits);
  for (let count = 0; count < 3; count++) guard.failed("a", at(0));
  for (let count = 0; count < 3; count++) guard.failed("b", at(1));
  guard.failed("a", at(2));
  guard.failed("c", at(3));
  expect(guard.isBlocked("b", at(4))).toBe(false);
  expect(guard.isBlocked("a", at(4))).toBe(true);
});
