import { afterEach, expect, test, vi } from "vitest";
import { parseSimulatorOptions } from "./command-line.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("a token is enough, and each has its gateway", () => {
  expect(parseSimulatorOptions(["--token", "a", "b"])).toMatchObject({
    host: "127.0.0.1",
    port: 1883,
    tokens: ["a", "b"],
    protocol: 5,
    qos: 1,
    devicesPerGateway: 20,
    kinds: ["boiler", "meter", "door", "pump"],
  });
});

test("options are taken over", () => {
  const args = [
    "--token",
    "a",
    "--mqtt",
    "3.1.1",
    "--qos",
    "0",
    "--kinds",
    "pump,door",
    "--rate",
    "2.5",
    "--drop-every",
    "30",
  ];
  expect(parseSimulatorOptions(args)).toMatchObject({
    protocol: 4,
    qos: 0,
    kinds: ["pump", "door"],
    rate: 2.5,
    dropEverySeconds: 30,
  });
});

test.each([
  [[], "give the access token of a gateway"],
  [["--token", "a", "--gateways", "2"], "2 gateways need as many tokens, got 1"],
  [["--token", "a", "--port", "70000"], "It must be an integer from 1 to 65535."],
  [["--token", "a", "--kinds", "boiler,cat"], 'There is no kind "cat"; there are boiler, meter, door, pump.'],
  [["--token-file", "missing"], "cannot read the token file"],
])("%j is explained", (args, message) => {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${String(code)}`);
  });
  expect(() => parseSimulatorOptions(args)).toThrow("exit 1");
  expect(written.join("")).toContain(message);
});
