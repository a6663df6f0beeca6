import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { introduction } from "./introduction.ts";

const TEXT = introduction({
  http: "http://127.0.0.1:8080",
  mqtt: "mqtt://127.0.0.1:1883",
  username: "demo@bridgehead.local",
  password: "bridgehead-demo",
  token: "GatewayToken",
  device: { name: "Demo 1 boiler 01", id: "0198a1c0-0000-7000-8000-000000000001" },
  view: "0198a1c0-0000-7000-8000-0000000000b0",
});
const COMMANDS = TEXT.split("\n")
  .map((line) => line.trim())
  .filter((line) => /^(TOKEN=|curl )/.test(line));

test("the introduction names addresses, login and the gateway's token", () => {
  for (const fact of [
    "http://127.0.0.1:8080",
    "mqtt://127.0.0.1:1883",
    "demo@bridgehead.local",
    "bridgehead-demo",
    "GatewayToken",
  ])
    expect(TEXT).toContain(fact);
});

test("every command is one line that a shell can read", () => {
  expect(COMMANDS.length).toBeGreaterThanOrEqual(4);
  for (const command of COMMANDS)
    expect([command, spawnSync("sh", ["-n", "-c", command]).status]).toEqual([command, 0]);
});

test("the first command takes the access token out of the answer to the login", () => {
  const [login = ""] = COMMANDS;
  const answer = `{"token":"abc.def","refreshToken":"ghi"}`;
  const { stdout } = spawnSync("sh", ["-c", `curl() { printf '%s' '${answer}'; }\n${login}\nprintf '%s' "$TOKEN"`]);
  expect(stdout.toString()).toBe("abc.def");
});
