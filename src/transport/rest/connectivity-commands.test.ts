// Quoted arguments as a real shell reads them.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellQuote } from "./connectivity-commands.ts";

test("a shell gives back what was quoted, whatever it is", () => {
  const texts = [
    "plain-1.0",
    "",
    "two words",
    '{"temperature":25}',
    "it's",
    `both ' and "`,
    "$HOME `id` $(id)",
    String.raw`back\slash`,
    "bang!",
    "100%",
    "*?[a]~{b,c}",
    "a;b|c&d>e<f#g",
    "two\nlines",
    "-n",
    "ü ☃ 😀",
  ];
  // Each argument on its own, so that none can swallow another.
  for (const text of texts)
    expect(execFileSync("/bin/sh", ["-c", `printf %s ${shellQuote(text)}`], { encoding: "utf8" })).toBe(text);
});

test("JSON stands in double quotes, which the command prompt of Windows reads in the same way", () => {
  expect(shellQuote('{"temperature":25}')).toBe(String.raw`"{\"temperature\":25}"`);
});
