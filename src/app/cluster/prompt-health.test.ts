// A node says whether it is ready also while a store hangs.
import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { promptHealth } from "./prompt-health.ts";

test("stores that hang: not ready after 5 s, without another question, and ready when they answer again", async () => {
  const clock = new ManualClock();
  const questions: PromiseWithResolvers<boolean>[] = [];
  const isHealthy = promptHealth(clock, () => {
    const question = Promise.withResolvers<boolean>();
    questions.push(question);
    return question.promise;
  });
  const [first, second] = [isHealthy(), isHealthy()];
  clock.advance(5_000);
  expect(await Promise.all([first, second])).toEqual([false, false]);
  const third = isHealthy();
  expect(questions.length).toBe(1);
  questions[0]?.resolve(true);
  expect(await third).toBe(true);

  const fourth = isHealthy();
  questions[1]?.reject(new Error("away"));
  await expect(fourth).rejects.toThrow("away");
});
