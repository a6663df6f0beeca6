import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { KeyChannelRule, type HttpsRule, type KeyChannel } from "./api-key-channel.ts";

const OVER_TLS: KeyChannel = { isEncrypted: true, isLocal: false };
const OPEN: KeyChannel = { isEncrypted: false, isLocal: false };
const LOCAL: KeyChannel = { isEncrypted: false, isLocal: true };

test.each<readonly [HttpsRule, boolean, readonly boolean[]]>([
  ["always", true, [true, false, false]],
  ["always", false, [true, false, false]],
  ["auto", true, [true, false, true]],
  ["auto", false, [true, true, true]],
  ["never", true, [true, true, true]],
  ["never", false, [true, true, true]],
])("REST §3: %s, TLS offered: %s, lets in over TLS, openly and locally: %s", (rule, offersTls, letsIn) => {
  const channels = new KeyChannelRule({ rule, offersTls, warningMillis: 1000 }, new ManualClock(), silentLogger);
  const isLetIn = (channel: KeyChannel): boolean => {
    try {
      channels.require(channel);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ kind: "forbidden" });
      return false;
    }
  };

  expect([OVER_TLS, OPEN, LOCAL].map(isLetIn)).toEqual(letsIn);
  expect(channels.demandsTls).toBe(!isLetIn(OPEN));
});
