import { expect, test } from "vitest";
import { backlogLength, backlogMessages } from "./backlog.ts";
import { parseCommand, parseSettingsResponse, parseSettingsUpdate } from "./downlinks.ts";
import { Boiler } from "./models/boiler.ts";
import { Random } from "./random.ts";
import { SimulatedDevice } from "./simulated-device.ts";

function boiler(): SimulatedDevice {
  return new SimulatedDevice("Plant 1 boiler 01", new Boiler(new Random("seed")));
}

test("a command is answered, and so is one that cannot be executed", () => {
  const device = boiler();
  expect(device.answer("setTarget", 70)).toEqual({ success: true, target: 70 });
  expect(device.answer("setTarget", 700)).toEqual({
    success: false,
    error: "value must be a number from 20 to 90, got 700",
  });
  expect(device.answer("dance", {})).toEqual({ success: false, error: 'a boiler has no method "dance"' });
});

test("settings are reported back as they are in force, others are left out", () => {
  expect(
    boiler().apply(
      new Map<string, unknown>([
        ["target", 55],
        ["colour", "red"],
      ]),
    ),
  ).toEqual({ target: 55 });
  expect(boiler().apply(new Map([["target", 5_555]]))).toEqual({});
});

test("downlinks are read by their shape", () => {
  const command = { device: "D", data: { id: 7, method: "toggle", params: { pin: 1 } } };
  expect(parseCommand(Buffer.from(JSON.stringify(command)))).toEqual({
    device: "D",
    id: 7,
    method: "toggle",
    params: { pin: 1 },
  });
  expect(parseCommand(Buffer.from('{"device":"D"}'))).toBeUndefined();
  expect(parseCommand(Buffer.from("not json"))).toBeUndefined();
  expect(parseSettingsUpdate(Buffer.from('{"device":"D","data":{"target":1}}'))).toEqual({
    device: "D",
    values: new Map([["target", 1]]),
  });
  expect(
    parseSettingsResponse(Buffer.from('{"id":1,"device":"D","shared":{"target":2},"values":{"target":2}}')),
  ).toEqual({
    device: "D",
    values: new Map([["target", 2]]),
  });
  expect(parseSettingsUpdate(Buffer.from("[]"))).toBeUndefined();
});

test("a backlog holds every minute of every device once, in order, in packets a server takes", () => {
  const from = 1_700_000_000_000;
  const options = {
    devices: [boiler(), new SimulatedDevice("Other", new Boiler(new Random("other")))],
    from,
    to: from + 9_000_000,
    stepMillis: 60_000,
  };
  const messages = [...backlogMessages(options)];
  expect(messages).toHaveLength(backlogLength(options));
  expect(Math.max(...messages.map((message) => message.length))).toBeLessThan(65_000);
  const times = new Map<string, number[]>();
  for (const message of messages)
    for (const [device, entries] of Object.entries(JSON.parse(message) as Record<string, { ts: number }[]>))
      times.set(device, [...(times.get(device) ?? []), ...entries.map(({ ts }) => ts)]);
  const everyMinute = Array.from({ length: 150 }, (_, minute) => from + minute * 60_000);
  expect(times).toEqual(
    new Map([
      ["Plant 1 boiler 01", everyMinute],
      ["Other", everyMinute],
    ]),
  );
});
