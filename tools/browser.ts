// Debian's Chromium without its windows, for what looks at the web interface: the tests, the pictures, the measurements.
import { chromium, type Browser } from "playwright-core";
import { findProgram } from "../scripts/system-packages.mjs";

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
  const found = findProgram(PROGRAM);
  if (found === undefined) throw new Error(`Chromium is missing; as root, npm test installs it (Debian: ${PROGRAM})`);
  return found;
}
