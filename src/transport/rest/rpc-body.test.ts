import { expect, test } from "vitest";
import { heldBytes } from "../../../test/support/held-memory.ts";
import { newId } from "../../core/ids.ts";
import { millis } from "../../lib/clock.ts";
import { parseRpcBody, rpcText } from "./rpc-body.ts";

test("a call keeps the text of its params", () => {
  const { isPersistent, request } = parseRpcBody(
    '{"method":"set","params": {"2":1.10,"1":9007199254740993},"timeout":5,"requestUUID":null}',
    false,
  );
  expect(isPersistent).toBe(false);
  expect(request).toEqual({
    method: "set",
    params: '{"2":1.10,"1":9007199254740993}',
    oneWay: false,
    timeoutMillis: 5,
    expirationTime: undefined,
    retries: undefined,
    additionalInfo: null,
  });
  expect(parseRpcBody('{"method":"m","persistent":true,"params":null,"retries":3}', true).request).toMatchObject({
    params: "null",
    retries: 3,
    oneWay: true,
  });
});

test.each([
  ['{"method":"m"}', "{}"],
  ['{"method":"m","params":null}', "null"],
  ['{"method":"m","params":[1.0]}', "[1.0]"],
])("the params of %s are %s", (body, params) => {
  expect(parseRpcBody(body, false).request.params).toBe(params);
});

test.each([
  ['{"params":1}', "method must be a string, got nothing"],
  ['{"method":""}', "method must not be blank"],
  ['{"method":"m","timeout":"5"}', "timeout must be a whole number from 0 to"],
  ['{"method":"m","expirationTime":-1}', "got -1"],
  ['{"method":"m","persistent":1}', "persistent must be true or false, got a number"],
  ['{"method":"m","additionalInfo":[]}', "additionalInfo must be an object, got an array"],
])("%s: %s", (body, message) => {
  expect(() => parseRpcBody(body, true)).toThrow(message);
});

test("a record passes the device's answer on as it came", () => {
  const text = rpcText({
    id: newId(),
    createdAt: millis(1),
    tenantId: newId(),
    deviceId: newId(),
    requestId: 1,
    method: "get",
    params: "{}",
    oneWay: false,
    expirationTime: millis(2),
    retries: 5,
    additionalInfo: null,
    status: "SUCCESSFUL",
    sentThrough: null,
    timeouts: 0,
    response: '{"n":9007199254740993}',
  });
  expect(text).toContain('"response":{"n":9007199254740993},"status":"SUCCESSFUL"');
  expect(JSON.parse(text)).toMatchObject({
    request: { oneway: false, persisted: true, body: { method: "get", params: "{}" } },
  });
});

test("a call keeps none of the rest of its body", () => {
  const bytes = heldBytes(() =>
    Array.from({ length: 10 }, (_, call) => {
      const body = Buffer.from(
        `{"method":"m","params":{"long enough":"to be a part"},"rest":"${String(call).repeat(2e6)}"}`,
      );
      return parseRpcBody(body.toString(), true);
    }),
  );
  // The last of the ten may still be on the stack.
  expect(bytes).toBeLessThan(6e6);
});
