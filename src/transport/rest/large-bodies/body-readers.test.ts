// The threads themselves; what they read is tested over HTTP.
import { afterEach, expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/manual-clock.ts";
import { newId, type TenantId } from "../../../core/ids.ts";
import { millis } from "../../../lib/clock.ts";
import type { BodyBytes } from "./body-form.ts";
import { BodyReaders, type BodyReaderOptions } from "./body-readers.ts";

const clock = new ManualClock();
const opened: BodyReaders[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((readers) => readers.stop()));
});

function start(options: Partial<BodyReaderOptions> = {}): BodyReaders {
  const bounds = { namesMax: 100, valuesMax: 100_000 };
  const readers = new BodyReaders(
    { threadsMax: 1, tenantWaitingMax: 2, restMillis: 60_000, bounds, ...options },
    clock,
  );
  opened.push(readers);
  return readers;
}

function attributes(text: string): BodyBytes {
  return {
    form: "attributes",
    bytes: new TextEncoder().encode(text),
    now: millis(1),
    values: { stringLengthMax: 0, castStrings: false },
  };
}

const [one, other] = [newId<TenantId>(), newId<TenantId>()];

test("bodies of tenants take turns, and one tenant's newest is refused when too many of them wait", async () => {
  const readers = start();
  const order: string[] = [];
  const read = async (name: string, tenantId: TenantId): Promise<void> => {
    expect(await readers.attributes(attributes(`{"name":"${name}"}`), tenantId)).toEqual([["name", name]]);
    order.push(name);
  };
  const all = [read("a1", one), read("a2", one), read("a3", one)];
  await expect(read("a4", one)).rejects.toMatchObject({ kind: "rate-limited" });
  await Promise.all([...all, read("b1", other)]);
  expect(order).toEqual(["a1", "a2", "b1", "a3"]);
});

test("a body that is refused, or given up halfway, leaves the thread to the next", async () => {
  const readers = start();
  await expect(readers.attributes(attributes("[]"), one)).rejects.toMatchObject({ kind: "invalid" });
  const many = `{${Array.from({ length: 90 }, (_, index) => `"${String(index)}":"${"x".repeat(10_000)}"`).join(",")}}`;
  const gaveUp = readers.read(attributes(many), one, async (read) => {
    for await (const _piece of read.readings({ id: one, name: "n", series: new Map() })) throw new Error("enough");
  });
  await expect(gaveUp).rejects.toThrow("enough");
  expect(await readers.attributes(attributes('{"a":1}'), one)).toEqual([["a", 1]]);
});

test("threads end when nothing has come for a while, and start again", async () => {
  const readers = start();
  expect(await readers.attributes(attributes('{"a":1}'), one)).toEqual([["a", 1]]);
  clock.advance(60_000);
  expect(await readers.attributes(attributes('{"a":2}'), one)).toEqual([["a", 2]]);
});
