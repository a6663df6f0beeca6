import { expect, test } from "vitest";
import { freePorts } from "./free-ports.ts";

test("nobody gets a port that another one has got, although nothing listens on it yet", async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, async () => await freePorts(40)));
  expect(new Set(answers.flat()).size).toBe(240);
});
