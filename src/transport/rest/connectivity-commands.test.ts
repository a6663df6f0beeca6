// Quoted arguments as a real shell reads them, and as the command prompt of Windows does.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellQuote } from "./connectivity-commands.ts";

const TEXTS = [
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
  "%PATH%",
  "a %PATH:a=&calc&% b",
  "*?[a]~{b,c}",
  "a;b|c&d>e<f#g",
  "a&calc",
  "$&calc",
  '"&calc',
  '"&calc&"',
  'a"b & c" ^& d',
  "two\nlines",
  "$\ncalc\n&",
  "\u001b[2J",
  "-n",
  "ü ☃ 😀",
  "\uff02 \uff06calc",
];

test("a shell gives back what was quoted, whatever it is", () => {
  // Each argument on its own, so that none can swallow another.
  for (const text of TEXTS)
    expect(execFileSync("/bin/sh", ["-c", `printf %s ${shellQuote(text)}`], { encoding: "utf8" })).toBe(text);
});

test("JSON stands in double quotes, which the command prompt of Windows reads in the same way", () => {
  expect(shellQuote('{"temperature":25}')).toBe(String.raw`"{\"temperature\":25}"`);
});

test("the command prompt of Windows finds no command, no variable and no end of the line in an argument, whatever it is", () => {
  for (const text of TEXTS) {
    const line = `program ${shellQuote(text)} -m ${shellQuote('{"a":1}')} & next`;
    expect(commandsAtPrompt(line).length, line).toBe(2);
    expect(namesAtPrompt(line), line).toEqual([]);
  }
});

/**
 * The commands that `cmd.exe` makes of what is pasted: a line each, cut where a separator stands outside of quotes, which
 * every `"` opens or closes; `^` outside of quotes makes the next character plain.
 */
function commandsAtPrompt(pasted: string): string[] {
  return pasted.split(/[\r\n]/).flatMap((line) => {
    const commands = [""];
    let quoted = false;
    for (let at = 0; at < line.length; at++) {
      const character = line.charAt(at);
      if (character === '"') quoted = !quoted;
      if (quoted || !/[&|<>()^]/.test(character)) commands.push(`${commands.pop() ?? ""}${character}`);
      else if (character === "^") at++;
      else commands.push("");
    }
    return commands;
  });
}

/** The names of variables that it looks up, quoted or not. None has a quote in its name. */
function namesAtPrompt(pasted: string): string[] {
  return [...pasted.matchAll(/%([^%"\r\n]+)%/g)].map(([, name = ""]) => name);
}
