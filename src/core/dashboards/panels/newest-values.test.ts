import { beforeEach, expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/manual-clock.ts";
import { silentLogger } from "../../../lib/logger.ts";
import type { KnownDevice } from "../../devices/known-device.ts";
import { DomainError } from "../../errors.ts";
import { newId, type DeviceId } from "../../ids.ts";
import type { Subscriber, SubscriptionRequest } from "../../subscriptions/subscription.ts";
import { NewestValues } from "./newest-values.ts";

const [ONE, OTHER] = [newId<DeviceId>(), newId<DeviceId>()];

interface Open {
  readonly id: DeviceId;
  readonly keys: SubscriptionRequest["keys"];
  readonly subscriber: Subscriber;
  isCancelled: boolean;
}

let clock: ManualClock;
let opened: Open[];
let received: unknown[];
let refusal: Error | undefined;
let values: NewestValues;

beforeEach(() => {
  clock = new ManualClock();
  [opened, received, refusal] = [[], [], undefined];
  values = new NewestValues(
    {
      subscriptions: {
        subscribe: (owner, { keys }, subscriber) => {
          if (refusal !== undefined) return Promise.reject(refusal);
          if (owner.kind !== "device") throw new Error("only devices are watched");
          const open: Open = { id: owner.device.id, keys, subscriber, isCancelled: false };
          opened.push(open);
          const cancel = (): void => {
            open.isCancelled = true;
          };
          return Promise.resolve({ present: () => undefined, cancel });
        },
      },
      devices: { loadById: (id) => Promise.resolve({ id } as KnownDevice) },
      clock,
      log: silentLogger,
    },
    { mayRead: () => true, updated: (text) => received.push(JSON.parse(text)) },
  );
});

async function watch(shown: Readonly<Record<DeviceId, readonly string[]>>): Promise<void> {
  values.watch(new Map(Object.entries(shown).map(([id, keys]) => [id as DeviceId, new Set(keys)])));
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

const take = (index: number, key: string, ts: number, value: number): void => {
  opened[index]?.subscriber.updated(new Map([[key, [{ ts, value }]]]));
};
const open = () => opened.filter(({ isCancelled }) => !isCancelled).map(({ id, keys }) => [id, keys]);

test("the first value is sent at once, and those of the moment after it together, of each key the newest", async () => {
  await watch({ [ONE]: ["temp", "energy"], [OTHER]: ["temp"] });
  take(0, "temp", 1, 20);
  take(0, "temp", 2, 21);
  take(0, "temp", 3, 22);
  take(1, "temp", 3, 23);
  expect(received).toEqual([{ [ONE]: { temp: [1, 20] } }]);
  clock.advance(100);
  expect(received.slice(1)).toEqual([{ [ONE]: { temp: [3, 22] }, [OTHER]: { temp: [3, 23] } }]);
  clock.advance(1_000);
  expect([received.length, clock.pendingTimers]).toEqual([2, 0]);
});

test("what panels show then takes the place of what they showed; what stays is not watched anew", async () => {
  await watch({ [ONE]: ["temp"], [OTHER]: ["temp"] });
  await watch({ [ONE]: ["temp"], [OTHER]: ["temp", "energy"] });
  expect(open()).toEqual([
    [ONE, ["temp"]],
    [OTHER, ["energy", "temp"]],
  ]);
  expect(opened).toHaveLength(3);
  await watch({ [OTHER]: ["energy", "temp"] });
  expect(open()).toEqual([[OTHER, ["energy", "temp"]]]);
  take(0, "temp", 1, 1);
  expect(received).toEqual([]);
});

test("so many devices are watched, and no more", async () => {
  await watch(Object.fromEntries(Array.from({ length: 1_001 }, () => [newId<DeviceId>(), ["temp"]])));
  expect(opened).toHaveLength(1_000);
});

test("a device that ended, or could not be watched, is tried again after the next computation", async () => {
  refusal = new DomainError("unavailable", "too much has changed");
  await watch({ [ONE]: ["temp"] });
  refusal = undefined;
  await watch({ [ONE]: ["temp"] });
  opened[0]?.subscriber.ended(new DomainError("unavailable", "missed"));
  await watch({ [ONE]: ["temp"] });
  expect([opened.length, open()]).toEqual([2, [[ONE, ["temp"]]]]);
});

test("nothing is left when it is cancelled, also of what is being opened", async () => {
  await watch({ [ONE]: ["temp"] });
  take(0, "temp", 1, 1);
  take(0, "temp", 2, 2);
  values.watch(
    new Map([
      [ONE, new Set(["temp"])],
      [OTHER, new Set(["temp"])],
    ]),
  );
  values.cancel();
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  clock.advance(1_000);
  expect([open(), received.length, clock.pendingTimers]).toEqual([[], 1, 0]);
});
