import { beforeEach, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { millis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { DomainError, type ErrorKind } from "../errors.ts";
import { newId, type SessionId, type ShareLinkId, type TenantId, type UserId, type ViewId } from "../ids.ts";
import { CredentialWatcher } from "./credential-watcher.ts";
import type { Principal } from "./principal.ts";

const RECHECK_MILLIS = 60_000;
const PRINCIPAL: Principal = {
  authority: "TENANT_ADMIN",
  userId: newId<UserId>(),
  tenantId: newId<TenantId>(),
  customerId: null,
  sessionId: newId<SessionId>(),
};

let clock: ManualClock;
let bus: InProcessBus;
let watcher: CredentialWatcher;
/** How the check is refused; undefined as long as the credential is valid. */
let refusal: ErrorKind | undefined;
let reasons: ErrorKind[];

beforeEach(() => {
  [clock, bus, refusal, reasons] = [new ManualClock(), new InProcessBus(silentLogger), undefined, []];
  watcher = new CredentialWatcher({ bus, clock, log: silentLogger }, { recheckMillis: RECHECK_MILLIS });
  watcher.start();
  return () => {
    watcher.stop();
  };
});

const watch = (principal = PRINCIPAL) =>
  watcher.watch({
    principal,
    check: () =>
      refusal === undefined ? Promise.resolve() : Promise.reject(new DomainError(refusal, "no longer valid")),
    revoked: ({ kind }) => reasons.push(kind),
  });

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("a change that is announced ends the watch at once, with the reason, and only once", async () => {
  await watch();
  refusal = "forbidden";
  bus.publish({ kind: "user-changed", userId: newId<UserId>() });
  await turn();
  expect(reasons).toEqual([]);
  bus.publish({ kind: "user-changed", userId: PRINCIPAL.userId });
  bus.publish({ kind: "user-sessions-revoked", userId: PRINCIPAL.userId, loginId: null });
  await turn();
  expect(reasons).toEqual(["forbidden"]);
});

test("a change that nobody announced ends it at the next check, and a check that is not possible ends nothing", async () => {
  await watch();
  refusal = "unavailable";
  clock.advance(RECHECK_MILLIS);
  await turn();
  expect(reasons).toEqual([]);
  refusal = "unauthenticated";
  clock.advance(RECHECK_MILLIS);
  await turn();
  expect(reasons).toEqual(["unauthenticated"]);
});

test("a credential that is not valid is not watched, nor is one after its watch was cancelled", async () => {
  refusal = "unauthenticated";
  await expect(watch()).rejects.toMatchObject({ kind: "unauthenticated" });
  refusal = undefined;
  (await watch()).cancel();
  refusal = "unauthenticated";
  bus.publish({ kind: "changes-missed" });
  clock.advance(RECHECK_MILLIS);
  await turn();
  expect(reasons).toEqual([]);
});

test("the bearer of a share link is checked when the link expires", async () => {
  const shared: Principal["shared"] = {
    ...{ linkId: newId<ShareLinkId>(), target: { kind: "view", id: newId<ViewId>() }, lockedFilters: new Map() },
    expiresAt: millis(clock.now() + 3_000),
  };
  await watch({ ...PRINCIPAL, shared });
  refusal = "forbidden";
  clock.advance(2_999);
  await turn();
  expect(reasons).toEqual([]);
  clock.advance(1);
  await turn();
  expect(reasons).toEqual(["forbidden"]);
  expect(clock.pendingTimers).toBe(0);
});
