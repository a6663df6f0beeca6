import { expect, test } from "vitest";
import { AccountServer, claimsOf, TENANT_ADMIN } from "../../../test/support/account-server.ts";
import { newId, parseId, type LoginId, type SessionId } from "../ids.ts";

test("sessions whose time is over are removed", async () => {
  await using server = await AccountServer.start();
  const { token } = await server.login(TENANT_ADMIN.username, TENANT_ADMIN.password);
  const id = parseId<SessionId>(String(claimsOf(token)["sessionId"]), "sessionId");
  const { sessions } = server.scratch.stores;
  expect(await sessions.findSession(id)).toBeDefined();

  server.clock.advance(604_800_000);
  // The sweeps of the week are one, begun in its first minutes; it has to end before the next one can begin.
  await sessions.endLogin(newId<LoginId>());
  await server.check("no token");
  server.clock.advance(600_000);
  await server.stopAccounts();
  expect(await sessions.findSession(id)).toBeUndefined();
});

test("a stopped part leaves no timer", async () => {
  await using server = await AccountServer.start();
  await server.stopAccounts();

  expect(server.clock.pendingTimers).toBe(0);
});

test("a burst of wrong passwords is stopped as if it had come one by one", async () => {
  await using server = await AccountServer.start();
  const attempts = Array.from({ length: 40 }, () =>
    server.anonymous.request("POST", "/api/auth/login", { ...TENANT_ADMIN, password: "wrong" }),
  );
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);

  // Two run at a time, so one may be on its way when the tenth has failed.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(11);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(29);
});

test("the bounds of logins are settings", async () => {
  await using server = await AccountServer.start({
    settings: {
      "security.throttle.nameFailuresMax": 1,
      "security.hashing.parallelMax": 1,
      "security.hashing.waitingMax": 0,
    },
  });
  const logIn = () => server.anonymous.request("POST", "/api/auth/login", { ...TENANT_ADMIN, password: "wrong" });
  const answers = await Promise.all([logIn(), logIn(), logIn()]);
  // One is hashed and none may wait.
  expect(answers.map(({ status }) => status).sort()).toEqual([401, 429, 429]);
  expect((await logIn()).status).toBe(429);
});
