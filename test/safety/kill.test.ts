// Kill -9 under full load: what was acknowledged is there after the next start, nothing is there by half, and the start
// needs no repair.
import { afterEach, expect, test } from "vitest";
import { KillableServers } from "../support/killable-server.ts";
import { killAgainAndAgain } from "./kill-rounds.ts";

const ROUNDS = 25;
const START_MILLIS_MAX = 20_000;

const servers = new KillableServers();
afterEach(() => servers.endAll());

test(
  "after each of 25 kills under full load everything acknowledged is there, nothing by half, and it starts by itself",
  { timeout: 280_000 },
  async () => {
    const seed = String(Date.now());

    const figures = await killAgainAndAgain(servers, { rounds: ROUNDS, seed, window: 200, messagesMax: 4_000 });

    process.stdout.write(
      `kills: seed ${seed} ${JSON.stringify({ ...figures, hits: Object.fromEntries(figures.hits) })}\n`,
    );
    expect(figures.longestStartMillis).toBeLessThan(START_MILLIS_MAX);
    expect(figures.devices).toBeGreaterThan(ROUNDS);
    expect(figures.claims).toBeGreaterThan(0);
    expect(figures.pointsVerified).toBeGreaterThanOrEqual(figures.points / 2);
  },
);
