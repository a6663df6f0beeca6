// Kill -9: what was acknowledged is there after the next start, nothing is there by half, and the start needs no repair.
import { afterEach, expect, test } from "vitest";
import { KillableServers } from "../support/killable-server.ts";
import { seedOf } from "../support/seed.ts";
import { killAgainAndAgain } from "./kill-rounds.ts";

const ROUNDS = 25;

const seed = String(seedOf("KILL_SEED"));
const servers = new KillableServers();
afterEach(() => servers.endAll());

test(
  `after each of ${String(ROUNDS)} kills under full load everything acknowledged is there, nothing by half, and it starts by itself (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const figures = await killAgainAndAgain(servers, { rounds: ROUNDS, seed, window: 200, messagesMax: 3_000 });

    process.stderr.write(`KILLFIG ${JSON.stringify(figures)}\n`);
    // The load was worth its name: every kind of promise was made, and all points were looked at again at the end.
    expect(figures.devices).toBeGreaterThan(ROUNDS);
    expect(figures.claims).toBeGreaterThan(0);
    expect(figures.attributes).toBeGreaterThan(ROUNDS);
    expect(figures.sharedAttributes).toBeGreaterThan(ROUNDS);
    expect(figures.pointsVerified).toBeGreaterThan(figures.points / 2);
  },
);
