// A command and the platform that it asks.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DomainError } from "../../core/errors.ts";
import { silentLogger } from "../../lib/logger.ts";
import { ControlSocket } from "./control-socket.ts";
import { askRunningPlatform } from "./running-platform.ts";

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "bridgehead-control-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

test("the command learns what the platform refuses, and what caused it", async () => {
  const cause = new Error("database or disk is full");
  const hold = (): Promise<never> =>
    Promise.reject(new DomainError("unavailable", "the database cannot serve at the moment", { cause }));
  const control = new ControlSocket({ folder, log: silentLogger, hold });
  await control.start();

  const moment = await askRunningPlatform(folder);
  await expect(moment?.()).rejects.toMatchObject({
    message: "the database cannot serve at the moment",
    cause: { message: "database or disk is full" },
  });

  await control.stop();
});
