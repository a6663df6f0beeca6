import { expect, test } from "vitest";
import type { CommandLine } from "./command-line.ts";
import { parseCommandLine } from "./command-line.ts";

test("without arguments the platform starts", () => {
  expect(parse()).toEqual({ result: { kind: "start", configFile: undefined, acceptsLoss: false }, out: "", error: "" });
});

test("--accept-loss starts without what is lost", () => {
  expect(parse("--accept-loss").result).toEqual({ kind: "start", configFile: undefined, acceptsLoss: true });
});

test.each([[["--config", "a.yml"]], [["--config=a.yml"]], [["-c", "a.yml"]]])("%j names the file", (args) => {
  expect(parse(...args).result).toEqual({ kind: "start", configFile: "a.yml", acceptsLoss: false });
});

test("--version prints the version and exits with 0", () => {
  expect(parse("--version")).toEqual({ result: { kind: "exit", code: 0 }, out: "1.2.3\n", error: "" });
});

test("--help prints the options and exits with 0", () => {
  const { result, out } = parse("--help");

  expect(result).toEqual({ kind: "exit", code: 0 });
  expect(out).toContain("--config <file>");
});

test.each([[["--port", "1"]], [["--config"]], [["surplus"]]])("%j is refused with exit code 2", (args) => {
  const { result, error } = parse(...args);

  expect(result).toEqual({ kind: "exit", code: 2 });
  expect(error).toMatch(/^error: /);
});

test.each([
  [["rotate-key", "tokens"]],
  [["backup", "a", "--keep-days", "30"]],
  [["verify", "a"]],
  [["restore", "a", "b", "--at", "2026-11-23T11:15+01:00"]],
  [["upgrade"]],
  [["upgrade", "--rollback", "--check"]],
])("the subcommand %j runs in the place of the platform, with the same settings", (args) => {
  expect(parse(...args, "--config", "a.yml").result).toMatchObject({ kind: "command", configFile: "a.yml" });
});

test.each([
  [["rotate-key"]],
  [["rotate-key", "other"]],
  [["rotate-key", "master", "surplus"]],
  [["backup"]],
  [["backup", "a", "--keep-days", "0"]],
  [["backup", "a", "--keep-days", "1.5"]],
  [["restore", "a"]],
  [["verify", "a", "--at", "yesterday"]],
  [["upgrade", "--rollback", "--without-snapshot"]],
  [["upgrade", "--remove-snapshot", "--check"]],
  // Of no zone: it would be another moment elsewhere.
  [["restore", "a", "b", "--at", "2026-11-23T10:15:00"]],
  [["restore", "a", "b", "--at", "2026-13-23T10:15:00Z"]],
])("%j is refused with exit code 2", (args) => {
  const { result, error } = parse(...args);

  expect(result).toEqual({ kind: "exit", code: 2 });
  expect(error).toMatch(/^error: /);
});

function parse(...args: string[]): { result: CommandLine; out: string; error: string } {
  let out = "";
  let error = "";
  const output = { out: (text: string) => void (out += text), error: (text: string) => void (error += text) };
  const result = parseCommandLine(args, "1.2.3", output);
  return { result, out, error };
}
