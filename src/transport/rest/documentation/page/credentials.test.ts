// Which credentials the page presents, and what becomes of what was typed. Source: REST contract 19.
import { beforeEach, expect, test } from "vitest";
import { Credentials, nameInToken, parsePair, SESSION_KEY } from "./credentials.js";

let stored: Map<string, string>;
let credentials: Credentials;
beforeEach(() => {
  stored = new Map();
  credentials = new Credentials({
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
  });
});

const pair = (token: string) => ({ token, refreshToken: `${token}-refresh` });
const signIn = (token: string): void => void stored.set(SESSION_KEY, JSON.stringify(pair(token)));
const header = (): string | undefined => credentials.presented()?.header;

test("nothing is presented where nothing is authorized", () => {
  expect(credentials.presented()).toBeUndefined();
});

test("the page's own login goes before the session, and the session before the key", () => {
  credentials.setApiKey("bh_key");
  expect(header()).toBe("ApiKey bh_key");
  signIn("session");
  expect(header()).toBe("Bearer session");
  credentials.logIn("ada", pair("own"));
  expect(header()).toBe("Bearer own");
  credentials.forgetLogin();
  expect(header()).toBe("Bearer session");
});

test("after signing out of this page the key is used, and the session stays for the others", () => {
  signIn("session");
  credentials.setApiKey("bh_key");
  credentials.useSession(false);
  expect(header()).toBe("ApiKey bh_key");
  expect(stored.has(SESSION_KEY)).toBe(true);
  credentials.useSession(true);
  expect(header()).toBe("Bearer session");
});

test("the session is read each time: another tab may have renewed or ended it", () => {
  signIn("first");
  expect(header()).toBe("Bearer first");
  signIn("second");
  expect(header()).toBe("Bearer second");
  stored.clear();
  expect(header()).toBeUndefined();
});

test.each([
  ["bh_key", "ApiKey bh_key"],
  ["ApiKey bh_key", "ApiKey bh_key"],
  ["  apikey   bh_key ", "ApiKey bh_key"],
  ["   ", undefined],
])("a key is taken bare or as the value of the header: %j", (typed, wanted) => {
  credentials.setApiKey(typed);
  expect(header()).toBe(wanted);
});

test("a renewed session is written back for other tabs; a login and a key never leave memory", () => {
  signIn("session");
  const used = credentials.presented();
  if (used?.kind !== "session") throw new Error("the session is not used");
  credentials.renew(used, pair("renewed"));
  expect(stored.get(SESSION_KEY)).toBe(JSON.stringify(pair("renewed")));

  stored.clear();
  credentials.logIn("ada", pair("own"));
  const own = credentials.presented();
  if (own?.kind !== "login") throw new Error("the login is not used");
  credentials.renew(own, pair("own again"));
  credentials.setApiKey("bh_key");
  expect([header(), credentials.loginName, stored.size]).toEqual(["Bearer own again", "ada", 0]);
});

test("listeners hear of changes until they leave", () => {
  let received = 0;
  const leave = credentials.subscribe(() => received++);
  credentials.setApiKey("a");
  credentials.sessionChanged();
  leave();
  credentials.forgetApiKey();
  expect(received).toBe(2);
});

test.each(["", "null", "{", "[]", '{"token":1,"refreshToken":"b"}', '{"token":"a"}'])(
  "what is no pair is no session: %j",
  (text) => {
    expect(parsePair(text)).toBeUndefined();
    stored.set(SESSION_KEY, text);
    expect(credentials.presented()).toBeUndefined();
  },
);

test("a token names its user, in any script; anything else names nobody", () => {
  const payload = Buffer.from(JSON.stringify({ sub: "åda@example.com" })).toString("base64url");
  expect(nameInToken(`e30.${payload}.sig`)).toBe("åda@example.com");
  for (const text of ["", "a.b", "a.!.c", `e30.${Buffer.from("7").toString("base64url")}.sig`])
    expect(nameInToken(text)).toBeUndefined();
});
