import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { LoginThrottle } from "./login-throttle.ts";
import { PasswordCheck } from "./password-check.ts";

const THROTTLE = {
  nameFailuresMax: 10,
  nameWindowMillis: 60_000,
  addressFailuresMax: 100,
  addressWindowMillis: 60_000,
  entriesMax: 100,
};

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
  const passwords = new PasswordCheck(hasher, new LoginThrottle(new ManualClock(), THROTTLE), limits);
  const running = ["a", "b", "c"].map((password) => passwords.hash(password));

  await expect(passwords.hash("d")).rejects.toMatchObject({
    kind: "rate-limited",
    details: { retryAfterSeconds: 2, limit: { name: "security.hashing.waitingMax", value: 2 } },
  });
  first.resolve(undefined);
  await Promise.all(running);
  expect(ran).toEqual(["a", "b", "c"]);
});
