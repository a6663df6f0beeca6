// One question at a time.
import { expect, test } from "vitest";
import { OpenQuestion } from "./open-question.ts";

test("a question that another one takes the place of has been answered with no", async () => {
  const open = new OpenQuestion();
  const first = open.ask();
  const second = open.ask();
  open.answer(true);
  expect(await Promise.all([first, second])).toEqual([false, true]);
});
