// How the page sends calls: which header goes out, where credentials never go, and how an expired token is renewed.
import { expect, test } from "vitest";
import { Credentials, SESSION_KEY } from "./credentials.js";
import { AUTHORIZATION, Sender } from "./sender.js";

const ORIGIN = "https://iot.example.com";
const MARKED = { headers: { accept: "application/json", [AUTHORIZATION]: "Bearer $TOKEN" } };
const PAIR = { token: "old", refreshToken: "refresh" };

interface Sent {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: unknown;
}

/** A page with a server that knows one good token, and gives it for one refresh token. */
function newPage(stored = new Map<string, string>()) {
  const sent: Sent[] = [];
  const server = { goodToken: "good", refreshes: true, before: () => {} };
  const credentials = new Credentials({
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
  });
  const fetchLike = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input, ORIGIN);
    const authorization = new Headers(init?.headers).get(AUTHORIZATION);
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    sent.push({ path: url.pathname, authorization, body });
    server.before();
    if (url.pathname === "/api/auth/token")
      return server.refreshes
        ? Response.json({ token: server.goodToken, refreshToken: "refresh again" })
        : Response.json({ errorCode: 11 }, { status: 401 });
    if (url.pathname === "/api/auth/login")
      return Response.json({ status: 401, message: "wrong user name or password", errorCode: 10 }, { status: 401 });
    const isGood = authorization === `Bearer ${server.goodToken}` || authorization === "ApiKey bh_key";
    return isGood ? Response.json({ ok: true }) : Response.json({ errorCode: 11 }, { status: 401 });
  };
  const sender = new Sender(credentials, fetchLike, ORIGIN);
  const calls = (): Sent[] => sent.filter(({ path }) => !path.startsWith("/api/auth/"));
  return { credentials, sender, server, sent, stored, calls };
}

const signedIn = (pair = PAIR): Map<string, string> => new Map([[SESSION_KEY, JSON.stringify(pair)]]);

test("a call that is marked carries the real credentials, in one header", async () => {
  const { credentials, sender, sent } = newPage();
  credentials.setApiKey("bh_key");
  await sender.send("/api/device", MARKED);
  expect(sent).toEqual([{ path: "/api/device", authorization: "ApiKey bh_key", body: undefined }]);
});

test("a call that is not marked carries none, and neither does a marked one when there are none by now", async () => {
  const { credentials, sender, sent } = newPage();
  await sender.send("/api/device", MARKED);
  credentials.setApiKey("bh_key");
  await sender.send("/api/auth/user", { headers: {} });
  expect(sent.map(({ authorization }) => authorization)).toEqual([null, null]);
});

test("credentials go to the own server only", async () => {
  const { credentials, sender, sent } = newPage();
  credentials.setApiKey("bh_key");
  await sender.send("https://elsewhere.example.com/api/device", MARKED);
  expect(sent[0]?.authorization).toBeNull();
});

test("an expired session is refreshed once, written back, and the call repeated once", async () => {
  const { sender, sent, stored } = newPage(signedIn());
  const answer = await sender.send("/api/device", MARKED);
  expect(answer.status).toBe(200);
  expect(sent.map(({ path, authorization }) => [path, authorization])).toEqual([
    ["/api/device", "Bearer old"],
    ["/api/auth/token", null],
    ["/api/device", "Bearer good"],
  ]);
  expect(sent[1]?.body).toEqual({ refreshToken: "refresh" });
  expect(stored.get(SESSION_KEY)).toBe(JSON.stringify({ token: "good", refreshToken: "refresh again" }));
});

test("calls that find out together share one refresh", async () => {
  const { sender, sent, calls } = newPage(signedIn());
  const answers = await Promise.all([1, 2, 3].map(() => sender.send("/api/device", MARKED)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([calls().length, sent.length - calls().length]).toEqual([6, 1]);
});

test("a refresh that fails leaves the refusal as the answer, with its body to be read", async () => {
  const { sender, server, calls } = newPage(signedIn());
  server.refreshes = false;
  const answer = await sender.send("/api/device", MARKED);
  expect([answer.status, await answer.json(), calls().length]).toEqual([401, { errorCode: 11 }, 1]);
});

test("a call that is refused again after the refresh is not sent a third time", async () => {
  const { sender, server, calls } = newPage(signedIn());
  server.before = () => void (server.goodToken = `${server.goodToken}+`);
  expect((await sender.send("/api/device", MARKED)).status).toBe(401);
  expect(calls()).toHaveLength(2);
});

test("a session that another tab has renewed meanwhile is used without a refresh", async () => {
  const { sender, server, sent, stored } = newPage(signedIn());
  server.before = () => void stored.set(SESSION_KEY, JSON.stringify({ token: "good", refreshToken: "theirs" }));
  expect((await sender.send("/api/device", MARKED)).status).toBe(200);
  expect(sent.map(({ authorization }) => authorization)).toEqual(["Bearer old", "Bearer good"]);
});

test("a refused key is not refreshed", async () => {
  const { credentials, sender, sent } = newPage();
  credentials.setApiKey("bh_revoked");
  expect((await sender.send("/api/device", MARKED)).status).toBe(401);
  expect(sent).toHaveLength(1);
});

test("a failed login says why", async () => {
  const { credentials, sender } = newPage();
  expect(await sender.logIn("ada", "wrong")).toBe("wrong user name or password");
  expect(credentials.loginName).toBeUndefined();
});
