import { expect, test } from "vitest";
import { MANUAL_CLOCK_START, ManualClock } from "./manual-clock.ts";

const from = (clock: ManualClock): number => clock.now() - MANUAL_CLOCK_START;

test("time that passes by hand runs each timer at its own moment, one that repeats each time", () => {
  const clock = new ManualClock();
  const ran: string[] = [];
  clock.every(40, () => ran.push(`each ${String(from(clock))}`));
  clock.after(50, () => ran.push(`once ${String(from(clock))}`));
  clock.advance(100);

  expect(ran).toEqual(["each 40", "once 50", "each 80"]);
  expect(from(clock)).toBe(100);
});

test("after a sleep each timer that fell due runs once, in order, and one that repeats goes on from there", () => {
  const clock = new ManualClock();
  const ran: string[] = [];
  clock.every(40, () => ran.push(`each ${String(from(clock))}`));
  clock.after(50, () => {
    ran.push(`once ${String(from(clock))}`);
    cancelled.cancel();
    clock.after(0, () => ran.push(`then ${String(from(clock))}`));
  });
  const cancelled = clock.after(60, () => ran.push("cancelled"));
  clock.after(101, () => ran.push(`later ${String(from(clock))}`));
  clock.sleep(100);

  expect(ran).toEqual(["each 100", "once 100", "then 100"]);
  clock.advance(40);
  expect(ran.slice(3)).toEqual(["later 101", "each 140"]);
  expect(clock.pendingTimers).toBe(1);
});
