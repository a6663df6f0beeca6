import { expect, test } from "vitest";
import { restoreInto } from "./restore-files.ts";

test.runIf(process.platform === "linux")(
  "a folder on a file system that makes none is refused, instead of being tried for ever",
  async () => {
    await expect(restoreInto("/proc/bridgehead", {} as never)).rejects.toThrow("mkdir '/proc/bridgehead.partial'");
  },
);
