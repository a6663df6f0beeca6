// Work that must not come beside statements of reports: it waits for a moment without any, and they for its end.
import { expect, test } from "vitest";
import { nextTurn } from "../../lib/next-turn.ts";
import { StatementGate } from "./report-pace.ts";

test("work comes when the statements that run have ended, and those that come meanwhile follow it", async () => {
  const gate = new StatementGate();
  const order: string[] = [];
  const [first, endFirst] = gated();
  const [second, endSecond] = gated();
  const [work, endWork] = gated();
  const running = [gate.pass(() => first), gate.pass(() => second)];

  gate.whenNoneRuns(async () => {
    order.push("work begins");
    await work;
    order.push("work ends");
  });
  endFirst();
  await nextTurn();
  expect(order).toEqual([]);

  endSecond();
  await nextTurn();
  const third = gate.pass(() => {
    order.push("statement");
    return Promise.resolve(3);
  });
  await nextTurn();
  expect(order).toEqual(["work begins"]);

  endWork();
  expect(await third).toBe(3);
  await Promise.all(running);
  expect(order).toEqual(["work begins", "work ends", "statement"]);
});

test("statements that come before the others have ended do not wait for work that waits", async () => {
  const gate = new StatementGate();
  const [first, endFirst] = gated();
  const running = gate.pass(() => first);
  let isDone = false;
  gate.whenNoneRuns(() => {
    isDone = true;
    return Promise.resolve();
  });

  expect(await gate.pass(() => Promise.resolve("beside"))).toBe("beside");
  expect(isDone).toBe(false);
  endFirst();
  await running;
  expect(isDone).toBe(true);
});

test("without statements work comes at once, and a statement that fails opens the gate like any other", async () => {
  const gate = new StatementGate();
  let done = 0;
  const work = (): Promise<void> => {
    done++;
    return Promise.resolve();
  };
  gate.whenNoneRuns(work);
  expect(done).toBe(1);

  const failing = gate.pass(() => Promise.reject(new Error("no such table")));
  gate.whenNoneRuns(work);
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
