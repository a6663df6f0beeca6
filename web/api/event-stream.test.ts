// Events as they come in pieces.
import { expect, test } from "vitest";
import { eventsOf } from "./event-stream.ts";

async function eventsIn(...pieces: readonly string[]): Promise<readonly unknown[]> {
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece));
      stream.close();
    },
  });
  const events: unknown[] = [];
  for await (const event of eventsOf(new Response(body))) events.push(event);
  return events;
}

test("events are whole, however the stream is cut, and comments are none", async () => {
  const events = await eventsIn(
    ": alive\n\nevent: result\nda",
    'ta: {"a":1}\n',
    "\nevent: end\ndata: one\ndata: two\n\n",
  );
  expect(events).toEqual([
    { event: "result", data: '{"a":1}' },
    { event: "end", data: "one\ntwo" },
  ]);
});

test("what follows the last whole event is dropped", async () => {
  expect(await eventsIn("data: 1\n\nevent: rows\ndata: 2")).toEqual([{ event: "message", data: "1" }]);
});
