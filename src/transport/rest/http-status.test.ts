import { expect, test } from "vitest";
import { DomainError, type ErrorDetails, type ErrorKind } from "../../core/errors.ts";
import { millis } from "../../lib/clock.ts";
import { answerToBug, answerToDomainError } from "./http-status.ts";

function answer(kind: ErrorKind, details: ErrorDetails = {}) {
  const { status, headers, body } = answerToDomainError(new DomainError(kind, "what happened", details), millis(7));
  const { errorCode, ...rest } = JSON.parse(body) as Record<string, unknown>;
  expect(rest).toMatchObject({ status, message: "what happened", timestamp: 7 });
  return { status, errorCode, headers, extras: Object.keys(rest).slice(3) };
}

test.each<[ErrorKind, number, number]>([
  ["invalid", 400, 31],
  ["unauthenticated", 401, 10],
  ["forbidden", 403, 20],
  ["unsupported", 400, 31],
  ["not-found", 404, 32],
  ["conflict", 409, 35],
  ["too-large", 413, 31],
  ["limit-exceeded", 403, 41],
  ["rate-limited", 429, 33],
  ["timeout", 504, 2],
  ["unavailable", 503, 2],
])("%s is %i/%i", (kind, status, errorCode) => {
  expect(answer(kind)).toMatchObject({ status, errorCode, extras: [] });
});

test("the reasons of 401 have codes of their own, a storage failure is 500/46, one of the mail 500/2", () => {
  expect(answer("unauthenticated", { reason: "token-expired" }).errorCode).toBe(11);
  expect(answer("unauthenticated", { reason: "password-violation" }).errorCode).toBe(45);
  expect(answer("unauthenticated", { reason: "password-expired", resetToken: "t" })).toMatchObject({
    errorCode: 15,
    extras: ["resetToken"],
  });
  expect(answer("unavailable", { cause: new Error("disk full") })).toMatchObject({ status: 500, errorCode: 46 });
  expect(answer("unavailable", { reason: "mail-failed" })).toMatchObject({ status: 500, errorCode: 2 });
});

test("extras come only where they are documented", () => {
  const details = {
    entityType: "DEVICE",
    limit: { name: "maxDevices", value: 3 },
    resetToken: "t",
    retryAfterSeconds: 1.2,
  };
  expect(answer("limit-exceeded", details)).toMatchObject({ extras: ["entityType", "limit"], headers: {} });
  expect(answer("rate-limited", details)).toMatchObject({ extras: [], headers: { "retry-after": "2" } });
  expect(answer("invalid", details)).toMatchObject({ extras: [], headers: {} });
});

test("a bug tells its request id only", () => {
  expect(JSON.parse(answerToBug("req-5", millis(7)).body)).toEqual({
    status: 500,
    message: "the request failed unexpectedly; the log of the server has it as request req-5",
    errorCode: 2,
    timestamp: 7,
  });
});
