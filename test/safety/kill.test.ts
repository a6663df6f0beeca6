// Kill -9: what was acknowledged is there after the next start, nothing is there by half, and the start needs no repair.
import { afterEach, expect, test } from "vitest";
import { KillableServers } from "../support/killable-server.ts";
import { seedOf } from "../support/seed.ts";
import { killAgainAndAgain } from "./kill-rounds.ts";
import type { PlantFigures } from "./plant.ts";

/** Each moment once; the soak does hundreds. */
const ROUNDS = 6;

const seed = String(seedOf("KILL_SEED"));
const servers = new KillableServers();
afterEach(() => servers.endAll());

test(
  `after each of ${String(ROUNDS)} kills under full load everything acknowledged is there, nothing by half, and it starts by itself (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    // Every kind of promise is made.
    const isEnough = ({ devices, claims, attributes, sharedAttributes }: PlantFigures): boolean =>
      claims > 0 && Math.min(devices, attributes, sharedAttributes) > ROUNDS;
    const load = { window: 200, messagesMax: 3_000, isEnough };
    const figures = await killAgainAndAgain(servers, { rounds: ROUNDS, seed, ...load });

    // The load was worth its name, and all points were looked at again at the end.
    expect(figures).toSatisfy(isEnough);
    expect(figures.pointsVerified).toBeGreaterThan(figures.points / 2);
  },
);
