// Which route takes a topic, and the cache of the last one.
import { describe, expect, test } from "vitest";
import { DEFERRED } from "../../core/acknowledgement.ts";
import type { Route } from "./routed-message.ts";
import { TopicCache } from "./topic-cache.ts";
import { TopicRouter } from "./topic-router.ts";

const route = (topic: string): Route<null> => ({ topic, handle: () => DEFERRED });

describe("TopicRouter", () => {
  const router = new TopicRouter<null>([route("v1/devices/me/telemetry"), route("v1/devices/me/rpc/request/{id}")]);

  test("a literal topic", () => {
    expect(router.find("v1/devices/me/telemetry")).toMatchObject({ topic: "v1/devices/me/telemetry", id: -1 });
    for (const topic of [
      "v1/devices/me/telemetry/",
      "/v1/devices/me/telemetry",
      "V1/devices/me/telemetry",
      "v1/devices/me",
      "",
    ])
      expect(router.find(topic)).toBeUndefined();
  });

  test.each(["0", "1", "007", "2147483647"])("the number %s", (id) => {
    expect(router.find(`v1/devices/me/rpc/request/${id}`)).toMatchObject({ id: Number(id) });
  });

  test.each(["", "-1", "+1", "1.0", "1e3", " 1", "abc", "{id}", "2147483648", "99999999999999999999", "١"])(
    "not a number: %j",
    (id) => {
      expect(router.find(`v1/devices/me/rpc/request/${id}`)).toBeUndefined();
    },
  );

  test("two numbers, the second at the end", () => {
    const parted = new TopicRouter<null>([route("v2/fw/request/{id}/chunk/{part}"), route("v2/{id}")]);
    expect(parted.find("v2/fw/request/7/chunk/12")).toMatchObject({ id: 7, part: 12 });
    expect(parted.find("v2/7")).toMatchObject({ id: 7, part: -1 });
    for (const topic of [
      "v2/fw/request/7/chunk/",
      "v2/fw/request/x/chunk/1",
      "v2/fw/request/{id}/chunk/1",
      "v2/fw/request/7/chunk/{part}",
      "v2/fw/request/2147483648/chunk/1",
      "v2/fw/request/7/chunk/2147483648",
      "v2/fw/request//chunk/1",
      "7/chunk/1",
      "/1",
      "1",
    ])
      expect(parted.find(topic), topic).toBeUndefined();
  });

  test("names of the language's own members are ordinary topics", () => {
    for (const topic of ["__proto__", "constructor", "toString"]) expect(router.find(topic)).toBeUndefined();
    expect(new TopicRouter<null>([route("__proto__")]).find("__proto__")).toBeDefined();
  });

  test("a table that contradicts itself is refused", () => {
    expect(() => new TopicRouter<null>([route("a"), route("a")])).toThrow(/two routes/);
    expect(() => new TopicRouter<null>([route("a/{name}")])).toThrow(/may hold/);
    expect(() => new TopicRouter<null>([route("a/{id}"), route("a/{id}")])).toThrow(/two routes/);
    expect(() => new TopicRouter<null>([route("a/{id}/b")])).toThrow(/may hold/);
    expect(() => new TopicRouter<null>([route("a/{id}/{id}")])).toThrow(/may hold/);
    expect(() => new TopicRouter<null>([route("a/x{id}")])).toThrow(/may hold/);
    expect(() => new TopicRouter<null>([route("a/{part}")])).toThrow(/may hold/);
    expect(() => new TopicRouter<null>([route("a/{id}/{part}"), route("a/{id}/{part}")])).toThrow(/two routes/);
  });
});

describe("TopicCache", () => {
  const router = new TopicRouter<null>([route("a"), route("bb"), route("bc")]);

  test("follows the topic as it changes, also to one that is a beginning of the last", () => {
    const cache = new TopicCache(router);
    for (const topic of ["bb", "bc", "bc", "a", "b", "bb", "a"]) {
      const bytes = Buffer.from(`xx${topic}yy`);
      expect(cache.find(bytes, 2, 2 + topic.length)?.topic).toBe(topic === "b" ? undefined : topic);
      expect(cache.topic).toBe(topic);
    }
  });

  test("an unknown topic is remembered as unknown", () => {
    const cache = new TopicCache(router);
    const bytes = Buffer.from("zz");
    expect(cache.find(bytes, 0, 2)).toBeUndefined();
    expect(cache.find(bytes, 0, 2)).toBeUndefined();
  });

  test.each([
    ["wildcard", "a/#"],
    ["wildcard", "+"],
    ["empty", ""],
    ["U+0000", "a\0"],
  ])("a topic that is no topic (%s)", (_what, topic) => {
    const bytes = Buffer.from(topic);
    expect(() => new TopicCache(router).find(bytes, 0, bytes.length)).toThrow();
  });

  test("a topic that is not UTF-8", () => {
    expect(() => new TopicCache(router).find(Buffer.from([0x61, 0xc3]), 0, 2)).toThrow(/UTF-8/);
  });
});
