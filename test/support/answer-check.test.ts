// The check that every answer a test sees passes through: it has to be able to fail.
import { Type } from "typebox";
import { beforeAll, expect, test } from "vitest";
import { describeApi } from "../../src/transport/rest/openapi/document.ts";
import { openResource, resource, TENANT } from "../../src/transport/rest/route.ts";
import { AnswerCheck, type SeenAnswer } from "./answer-check.ts";

const Pair = Type.Object({ token: Type.String(), refreshToken: Type.String() }, { title: "Pair" });
const Device = Type.Object({ name: Type.String() }, { title: "Device" });
const Names = Type.Array(Type.Object({ name: Type.String() }, { title: "Named" }));
const handle = (): never => expect.unreachable("nothing is called");

const api = resource("devices", TENANT);
const ROUTES = [
  openResource("login").post("/api/auth/login", "login", { summary: "Log in", answer: Pair, handle }),
  api.get("/api/device/:deviceId", "getDevice", { summary: "A device", answer: Device, handle }),
  api.delete("/api/device/:deviceId", "deleteDevice", { summary: "Delete a device", handle }),
  api.get("/api/deviceProfile/:id", "getProfile", { summary: "A profile", answer: Device, handle }),
  api.get("/api/deviceProfile/names", "getNames", { summary: "Names of profiles", answer: Names, handle }),
];

let answerCheck: AnswerCheck | undefined;
beforeAll(async () => {
  answerCheck = await AnswerCheck.in(Response.json(describeApi(ROUTES, "1.0.0")));
});

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8" };

function answer(status: number, body: unknown, headers: Record<string, string> = JSON_HEADERS): SeenAnswer {
  return { status, headers: new Headers(headers), text: body === undefined ? "" : JSON.stringify(body) };
}

function check(method: string, path: string, seen: SeenAnswer): void {
  if (answerCheck === undefined) throw new Error("there is no description");
  answerCheck.check(method, path, seen);
}

const PAIR = { token: "a", refreshToken: "b" };
const ERROR = { status: 404, message: "no", errorCode: 32, timestamp: 1 };

test("an answer as described passes, whatever stands in the query", () => {
  check("POST", "/api/auth/login?x=1", answer(200, PAIR));
  check("GET", "/api/device/7?y", answer(404, ERROR));
  check("DELETE", "/api/device/7", answer(200, undefined, {}));
});

test("a status that is not described fails", () => {
  expect(() => {
    check("POST", "/api/auth/login", answer(418, ERROR));
  }).toThrow("POST /api/auth/login answered 418, which its description does not have");
});

test("a member that is missing, of another type, or not described fails", () => {
  expect(() => {
    check("POST", "/api/auth/login", answer(200, { token: "a" }));
  }).toThrow("refreshToken");
  expect(() => {
    check("POST", "/api/auth/login", answer(200, { ...PAIR, token: 7 }));
  }).toThrow("/token must be string");
  expect(() => {
    check("POST", "/api/auth/login", answer(200, { ...PAIR, scope: null }));
  }).toThrow("must not have additional properties");
});

test("an error with a member that the envelope does not have fails", () => {
  expect(() => {
    check("GET", "/api/device/7", answer(404, { ...ERROR, path: "/api/device/7" }));
  }).toThrow("GET /api/device/7 answered 404 otherwise than described");
});

test("a body where there should be none fails, and an empty one where there should be one", () => {
  expect(() => {
    check("DELETE", "/api/device/7", answer(200, {}));
  }).toThrow("the body should be empty");
  expect(() => {
    check("GET", "/api/device/7", answer(200, undefined));
  }).toThrow("the body is empty");
});

test("another media type fails", () => {
  expect(() => {
    check("GET", "/api/device/7", answer(200, {}, { "content-type": "text/html" }));
  }).toThrow('the media type is "text/html"');
});

test("the operation of a fixed path goes before that of a parameter", () => {
  check("GET", "/api/deviceProfile/names", answer(200, [{ name: "default" }]));
});

test("what the description does not know passes: another path, another method", () => {
  check("GET", "/nowhere", answer(418, 1));
  check("PUT", "/api/auth/login", answer(405, 1));
});
