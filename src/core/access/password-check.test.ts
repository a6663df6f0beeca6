import { expect, test } from "vitest";
import { guesses } from "../../../test/support/guesses.ts";
import { PasswordCheck } from "./password-check.ts";

test("so many hashes run at a time, the others follow in order, and one too many is refused", async () => {
  const first = Promise.withResolvers<undefined>();
  const ran: string[] = [];
  const hasher = {
    hash: async (password: string) => {
      if (password === "a") await first.promise;
      ran.push(password);
      return password;
    },
    verify: () => Promise.resolve(true),
    verifyUnknown: () => Promise.resolve(false as const),
  };
  const limits = { parallelMax: 1, waitingMax: 2 };
  const passwords = new PasswordCheck(hasher, guesses(), limits);
  const running = ["a", "b", "c"].map((password) => passwords.hash(password));

  await expect(passwords.hash("d")).rejects.toMatchObject({
    kind: "rate-limited",
    details: { retryAfterSeconds: 2, limit: { name: "security.hashing.waitingMax", value: 2 } },
  });
  first.resolve(undefined);
  await Promise.all(running);
  expect(ran).toEqual(["a", "b", "c"]);
});
