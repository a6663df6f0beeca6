import { expect, test } from "vitest";
import { auditText, sentJson } from "./audit-data.ts";

const shown = (data: Readonly<Record<string, unknown>>): unknown => JSON.parse(auditText(data, 10_000));

test.each([
  "password",
  "newPassword",
  "wifi_pwd",
  "passphrase",
  "secretKey",
  "provisionDeviceSecret",
  "provisionDeviceKey",
  "accessToken",
  "credentialsId",
  "credentialsValue",
  "apiKey",
  "api_key",
  "private-key",
  "tokenSigningKey",
  "Authorization",
  "claimingData",
])("the value of a member called %s is masked, whatever it is and wherever it stands", (name) => {
  expect(shown({ [name]: "x" })).toEqual({ [name]: "***" });
  expect(shown({ list: [{ deep: { [name]: { inside: 1 } } }] })).toEqual({ list: [{ deep: { [name]: "***" } }] });
  expect(shown({ params: `{"${name}":"x","pin":7}` })).toEqual({ params: `{"${name}":"***","pin":7}` });
});

test("everything else is kept, nothing included", () => {
  const data = { entity: { name: "boiler-7", label: null, on: true, password: null }, keys: ["a", 1.5] };
  expect(shown(data)).toEqual(data);
  expect(shown({ note: '{"token": not JSON' })).toEqual({ note: '{"token": not JSON' });
});

test("numbers keep their digits, and names of prototypes are names", () => {
  expect(auditText({ big: 9_007_199_254_740_993n }, 100)).toBe('{"big":9007199254740993}');
  expect(auditText({ sent: JSON.parse('{"__proto__":{"constructor":1}}') as unknown }, 100)).toBe(
    '{"sent":{"__proto__":{"constructor":1}}}',
  );
});

test("what is longer than the bound is cut after masking, and says so", () => {
  const text = auditText({ password: "hunter2", text: "x".repeat(1_000) }, 100);
  const length = JSON.stringify({ password: "***", text: "x".repeat(1_000) }).length;
  expect(JSON.parse(text)).toEqual({
    cut: { characters: length, kept: 100 },
    beginning: `{"password":"***","text":"${"x".repeat(100 - 26)}`,
  });
});

test("a cut never leaves half of a character", () => {
  for (const charsMax of [20, 21]) expect(auditText({ text: "😀".repeat(100) }, charsMax).isWellFormed()).toBe(true);
});

test("deep nesting does not exhaust the stack", () => {
  let deep: unknown = "end";
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(auditText({ deep }, 10_000)).toContain("***");
});

test("sent JSON is kept where it is short; a long one is not even read, and what is no JSON is counted", () => {
  expect(sentJson('{"a":12345678901234567890}', 100)).toEqual({ a: 12345678901234567890n });
  expect(sentJson(`{"a":"${"x".repeat(100)}"}`, 100)).toEqual({ cut: { characters: 108, kept: 0 } });
  expect(sentJson("{a:1}", 100)).toEqual({ notJson: { characters: 5 } });
  expect(sentJson("null", 100)).toBeNull();
});
