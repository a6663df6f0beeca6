// Commands for a shell, read back by one.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { apiKeyCommand, loginCommand } from "./curl.ts";

/** What `curl` would be called with. */
function argumentsOf(command: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0");
}

const HOSTILE = `it's $(touch /tmp/x) \`id\` "quoted" \\ ü`;

test("whatever the values of filters are, a shell hands them on as they are", () => {
  const request = { rangeStartTs: 5, filters: { [HOSTILE]: [HOSTILE, 5, null] } };
  const [, , , , , , , body = ""] = argumentsOf(apiKeyCommand("http://localhost:8080", "view", request));
  expect(JSON.parse(body)).toEqual(request);
  const sent = argumentsOf(loginCommand("http://localhost:8080", "view", request)).at(-2) ?? "";
  expect(JSON.parse(sent)).toEqual({ viewConfigId: "view", ...request });
});
