// Debian's Chromium without its windows, for what looks at the web interface: the tests, the pictures, the measurements.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { searchPath } from "../scripts/system-packages.mjs";

const PROGRAM = "chromium-headless-shell";

/** `args` are further switches of the browser. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  // The sandbox of the browser cannot be built by root.
  return await chromium.launch({
    executablePath: findChromium(),
    args: [...args, ...(isRoot ? ["--no-sandbox"] : [])],
  });
}

function findChromium(): string {
  const found = searchPath()
    .split(delimiter)
    .map((folder) => join(folder, PROGRAM))
    .find(isExecutable);
  if (found === undefined) throw new Error(`Chromium is missing; as root, npm test installs it (Debian: ${PROGRAM})`);
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
