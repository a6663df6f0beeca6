// Kill -9 while a data folder of each former version is upgraded, and while that is taken back.
import { expect, test } from "vitest";
import { upgradedVersions } from "../support/former-folder.ts";
import { seedOf } from "../support/seed.ts";
import { killWhileUpgrading } from "./upgrade-kills.ts";

const KILLS = 2;

const seed = String(seedOf("KILL_SEED"));

test.each(upgradedVersions)(
  `a kill during the upgrade of a folder of %s, or its rollback, loses nothing (seed ${seed})`,
  { timeout: 600_000 },
  async (version) => {
    const { upgrades } = await killWhileUpgrading({ version, rounds: KILLS, seed });

    // Some of them came in the middle.
    expect((upgrades.get("copying") ?? 0) + (upgrades.get("upgrading") ?? 0)).toBeGreaterThan(0);
  },
);
