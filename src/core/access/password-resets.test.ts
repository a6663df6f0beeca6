import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { MemoryNetwork } from "../../../test/support/memory-peers.ts";
import { silentLogger } from "../../lib/logger.ts";
import { PeerCounts } from "../cluster/peer-counts.ts";
import type { User } from "../users/user.ts";
import type { Account } from "./account-store.ts";
import { PasswordResets, type ResetDeps } from "./password-resets.ts";

test("mails to a user, and visits of the links, are as many at three nodes as at one", async () => {
  const [clock, network] = [new ManualClock(), new MemoryNetwork()];
  const user = { id: "user", email: "ann@example.com" } as User;
  const account = { user, enabled: true } as Account;
  let mails = 0;
  const nodes = [1, 2, 3].map(() => {
    const counts = new PeerCounts({ peers: network.join(), clock }, { sendMillis: 1_000, sentMax: 10, keptMax: 10 });
    counts.start();
    const deps = {
      accounts: {
        findAccountByLogin: () => Promise.resolve(account),
        findByResetToken: () => Promise.resolve({ account, expiresAt: clock.now() + 1 }),
        setReset: () => Promise.resolve(true),
      },
      security: { current: () => ({ passwordResetTokenTtl: 1 }) },
      notices: { passwordReset: () => mails++ },
      languages: { of: () => Promise.resolve("en") },
      counts,
      clock,
      log: silentLogger,
    };
    return new PasswordResets(deps as unknown as ResetDeps, "case-insensitive", {
      perUserMax: 2,
      windowMillis: 3_600_000,
      usersMax: 10,
    });
  });
  const kinds: string[] = [];
  for (const node of nodes) {
    await node.request(user.email, "en");
    kinds.push((await node.lookAt("token")).kind);
    await node.stop();
    clock.advance(1_000);
    await Promise.resolve();
  }
  expect([mails, kinds]).toEqual([2, ["valid", "valid", "too-often"]]);
});
