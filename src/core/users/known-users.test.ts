import { beforeEach, describe, expect, test } from "vitest";
import { sampleUser } from "../../../test/contracts/account-samples.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../lib/logger.ts";
import { newId, type LoginId, type TenantId, type UserId } from "../ids.ts";
import { KnownUsers } from "./known-users.ts";
import type { User } from "./user.ts";

describe("users in memory", () => {
  const bus = new InProcessBus(silentLogger);
  const clock = new ManualClock();
  let stored: Map<UserId, User>;
  let reads: number;
  let whileReading: () => void;
  let known: KnownUsers;

  beforeEach(() => {
    stored = new Map();
    reads = 0;
    whileReading = () => undefined;
    const store = {
      findUser: (id: UserId) => {
        reads++;
        const user = stored.get(id);
        whileReading();
        return Promise.resolve(user);
      },
    };
    known = new KnownUsers({ store, bus, clock }, { usersMax: 2, recheckMillis: 60_000 });
    known.start();
    return () => {
      known.stop();
    };
  });

  function storedUser(): User {
    const user = sampleUser();
    stored.set(user.id, user);
    return user;
  }

  test("a user is read once, and shown without waiting until it is time to look again", async () => {
    const user = storedUser();
    expect(await known.find(user.id)).toBe(user);
    clock.advance(59_999);
    expect(known.find(user.id)).toBe(user);
    stored.set(user.id, { ...user, version: 2 });
    clock.advance(1);
    expect(await known.find(user.id)).toMatchObject({ version: 2 });
    expect(reads).toBe(2);
  });

  test("an event on the bus takes effect at once", async () => {
    const user = storedUser();
    const { id: userId } = user;
    const announcements = [
      () => {
        bus.publish({ kind: "user-changed", userId });
      },
      () => {
        bus.publish({ kind: "user-sessions-revoked", userId, loginId: newId<LoginId>() });
      },
      () => {
        bus.publish({ kind: "tenant-deleted", tenantId: newId<TenantId>() });
      },
    ];
    for (const announce of announcements) {
      stored.set(userId, user);
      await known.find(userId);
      stored.delete(userId);
      announce();
      expect(await known.find(userId)).toBeUndefined();
    }
  });

  test("a record that changes while it is read is not remembered", async () => {
    const user = storedUser();
    whileReading = () => {
      bus.publish({ kind: "user-changed", userId: user.id });
    };
    await known.find(user.id);
    await known.find(user.id);
    expect(reads).toBe(2);
  });

  test("beyond the bound the one read longest ago is forgotten, and who is unknown is not remembered", async () => {
    const [one, two, three] = [storedUser(), storedUser(), storedUser()];
    for (const { id } of [one, two, three]) await known.find(id);
    expect(known.find(three.id)).toBe(three);
    expect(known.find(two.id)).toBe(two);
    await known.find(one.id);
    expect(reads).toBe(4);
    await known.find(newId<UserId>());
    expect(known.find(one.id)).toBe(one);
  });
});
