// The commands that the page shows are those that a shell understands, and hold no secrets. Source: REST contract 19.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand, PLACEHOLDERS } from "./curl.js";
import { credentialsNeeded } from "./operations.js";

const CALL = {
  method: "POST",
  url: "https://iot.example.com/api/device?name=a'b&x=$HOME",
  headers: { accept: "application/json", "X-Authorization": PLACEHOLDERS["api-key"] },
  body: `{"name":"it's $(date) \`id\`"}`,
};

/** What a shell would hand to curl. */
function argumentsOf(command: string, environment: Readonly<Record<string, string>> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`;
  const { stdout } = spawnSync("sh", ["-c", script], { env: environment, encoding: "utf8" });
  return stdout.split("\0").slice(0, -1);
}

test("a secret is a variable that the shell puts in; everything else is as it is", () => {
  const sent = argumentsOf(curlCommand(CALL, undefined), { API_KEY: "bh_key" });
  expect(sent).toEqual([
    "-X",
    "POST",
    CALL.url,
    "-H",
    "accept: application/json",
    "-H",
    "X-Authorization: ApiKey bh_key",
    "--data-raw",
    CALL.body,
  ]);
});

test("the command itself has the placeholder only", () => {
  expect(curlCommand(CALL, undefined)).toContain('-H "X-Authorization: ApiKey $API_KEY"');
});

test("revealed credentials are quoted like everything else", () => {
  const sent = argumentsOf(curlCommand({ ...CALL, body: undefined }, "Bearer a'$b"));
  expect(sent.at(-1)).toBe("X-Authorization: Bearer a'$b");
});

test("a file is sent by its name", () => {
  const body = new File(["ts,value"], "history of June.csv");
  expect(argumentsOf(curlCommand({ ...CALL, body }, undefined)).slice(-2)).toEqual([
    "--data-binary",
    "@history of June.csv",
  ]);
});

test("calls need credentials unless the description says that they are open", () => {
  const secured = { security: [{ ApiKey: [] }] };
  const needed = credentialsNeeded({
    paths: {
      "/api/auth/login": { post: { security: [] } },
      "/api/v1/{token}/rpc": { get: { security: [] } },
      "/a": { get: secured },
    },
  });
  expect(needed("post", "/api/auth/login")).toBe(false);
  expect(needed("GET", "/api/v1/abc/rpc")).toBe(false);
  expect([needed("GET", "/api/auth/login"), needed("GET", "/a"), needed("GET", "/nowhere")]).toEqual([
    true,
    true,
    true,
  ]);
  expect(credentialsNeeded(undefined)("GET", "/a")).toBe(true);
});
