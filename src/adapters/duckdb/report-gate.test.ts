// Work that must not overlap with transactions of reports: it waits for a moment without any, and they for its end.
import { expect, test } from "vitest";
import { nextTurn } from "../../lib/next-turn.ts";
import { ReportGate } from "./report-gate.ts";

test("work comes when the reports that read have ended, and those that come meanwhile follow it", async () => {
  const gate = new ReportGate();
  const order: string[] = [];
  const [first, endFirst] = gated();
  const [second, endSecond] = gated();
  const [work, endWork] = gated();
  const running = [pass(gate, () => first), pass(gate, () => second)];

  gate.whenNoneReads(async () => {
    order.push("work begins");
    await work;
    order.push("work ends");
  });
  endFirst();
  await nextTurn();
  expect(order).toEqual([]);

  endSecond();
  await nextTurn();
  const third = pass(gate, () => {
    order.push("report");
    return Promise.resolve(3);
  });
  await nextTurn();
  expect(order).toEqual(["work begins"]);

  endWork();
  expect(await third).toBe(3);
  await Promise.all(running);
  expect(order).toEqual(["work begins", "work ends", "report"]);
});

test("reports that come before the others have ended do not wait for work that waits", async () => {
  const gate = new ReportGate();
  const [first, endFirst] = gated();
  const running = pass(gate, () => first);
  let isDone = false;
  gate.whenNoneReads(() => {
    isDone = true;
    return Promise.resolve();
  });

  expect(await pass(gate, () => Promise.resolve("meanwhile"))).toBe("meanwhile");
  expect(isDone).toBe(false);
  endFirst();
  await running;
  expect(isDone).toBe(true);
});

test("without reports work comes at once, and one that fails opens the gate like any other", async () => {
  const gate = new ReportGate();
  let done = 0;
  const work = (): Promise<void> => {
    done++;
    return Promise.resolve();
  };
  gate.whenNoneReads(work);
  expect(done).toBe(1);

  const failing = pass(gate, () => Promise.reject(new Error("no such table")));
  gate.whenNoneReads(work);
  await expect(failing).rejects.toThrow("no such table");
  await nextTurn();
  expect(done).toBe(2);
});

function gated(): readonly [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return [
    promise,
    () => {
      resolve(undefined);
    },
  ];
}

async function pass<Result>(gate: ReportGate, report: () => Promise<Result>): Promise<Result> {
  const leave = await gate.enter();
  try {
    return await report();
  } finally {
    leave();
  }
}
