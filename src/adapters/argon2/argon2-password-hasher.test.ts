import { expect, test } from "vitest";
import { Argon2PasswordHasher } from "./argon2-password-hasher.ts";

const hasher = new Argon2PasswordHasher({ memoryKib: 64, passes: 1 });

test("a password is hashed by argon2id with the given cost and verified", async () => {
  const hash = await hasher.hash("pässword");

  expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  expect([await hasher.verify(hash, "pässword"), await hasher.verify(hash, "password")]).toEqual([true, false]);
});

test("the same password has another hash each time", async () => {
  expect(await hasher.hash("password")).not.toBe(await hasher.hash("password"));
});

test("a hash made at another cost is still verified", async () => {
  const stronger = new Argon2PasswordHasher({ memoryKib: 128, passes: 2 });

  expect(await hasher.verify(await stronger.hash("password"), "password")).toBe(true);
});

test("no password fits a user that does not exist", async () => {
  for (const password of ["", "password"]) expect(await hasher.verifyUnknown(password)).toBe(false);
});
