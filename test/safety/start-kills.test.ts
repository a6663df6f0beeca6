// Kill -9 during the first start, of which an operator may well become impatient.
import { afterEach, expect, test } from "vitest";
import { KillableServers } from "../support/killable-server.ts";
import { seedOf } from "../support/seed.ts";
import { killWhileStarting } from "./start-kills.ts";

const FIRST_STARTS = 3;

const seed = String(seedOf("KILL_SEED"));
const servers = new KillableServers();
afterEach(() => servers.endAll());

test(
  `a kill during the first start leaves nothing that the next start cannot finish (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const figures = await killWhileStarting(servers, { rounds: FIRST_STARTS, seed });

    expect(figures.early).toBeGreaterThan(0);
  },
);
