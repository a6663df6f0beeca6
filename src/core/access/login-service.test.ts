import { USUAL_GUESSES } from "../../../test/support/guesses.ts";
import { expect, test } from "vitest";
import { claimsOf } from "../../../test/support/account-calls.ts";
import { AccountServer, TENANT_ADMIN } from "../../../test/support/account-server.ts";
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
  await using server = await AccountServer.start({ settings: USUAL_GUESSES });
  const attempts = Array.from({ length: 40 }, () =>
    server.anonymous.request("POST", "/api/auth/login", { ...TENANT_ADMIN, password: "wrong" }),
  );
  const state = { settled: false };
  const answers = Promise.all(attempts).finally(() => (state.settled = true));
  while (!state.settled) {
    // A round trip, so that the others get on.
    await server.anonymous.request("GET", "/api/noauth/userPasswordPolicy");
    server.clock.advance(100);
  }
  const statuses = (await answers).map(({ status }) => status);

  // Five are free, and two run at a time; four more fit into the seconds that an attempt may wait.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(15);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(25);
});

test("the bounds of hashing are settings", async () => {
  await using server = await AccountServer.start({
    settings: {
      "security.hashing.parallelMax": 1,
      "security.hashing.waitingMax": 0,
      // Long enough for the others to come meanwhile.
      "security.hashing.memoryKib": 262_144,
    },
  });
  const logIn = () => server.anonymous.request("POST", "/api/auth/login", { ...TENANT_ADMIN, password: "wrong" });
  const answers = await Promise.all([logIn(), logIn(), logIn()]);
  // One is hashed and none may wait.
  expect(answers.map(({ status }) => status).sort()).toEqual([401, 429, 429]);
});
