import { describe, expect, test } from "vitest";
import { configurationOf, requireProfileData, UNLIMITED_PROFILE_DATA } from "./tenant-configuration.ts";
import { COUNT_LIMITS, RATE_LIMITS } from "./tenant-profile.ts";

const withConfiguration = (configuration: unknown) => ({ configuration, queueConfiguration: null });

describe("tenant configuration", () => {
  test("the profile data of a fresh installation limits nothing", () => {
    requireProfileData(UNLIMITED_PROFILE_DATA);
    const configuration = configurationOf({ profileData: UNLIMITED_PROFILE_DATA });

    expect(COUNT_LIMITS.map((name) => configuration[name])).toEqual(COUNT_LIMITS.map(() => 0));
    expect(RATE_LIMITS.map((name) => configuration[name])).toEqual(RATE_LIMITS.map(() => ""));
  });

  test("what is set is read, what is left out or null is unlimited, and what is unknown passes", () => {
    const profileData = withConfiguration({
      maxDevices: 5,
      maxUsers: null,
      transportDeviceMsgRateLimit: "5:60",
      laterVersion: ["a"],
    });
    requireProfileData(profileData);

    expect(configurationOf({ profileData })).toMatchObject({
      maxDevices: 5,
      maxUsers: 0,
      maxCustomers: 0,
      transportDeviceMsgRateLimit: "5:60",
    });
  });

  test.each([
    [{ maxDevices: -1 }, "profileData.configuration.maxDevices must be an integer from 0"],
    [{ maxUsers: 1.5 }, "profileData.configuration.maxUsers"],
    [{ maxUsers: "5" }, 'got "5"'],
    [
      { tenantServerRestLimitsConfiguration: "5:60,10:60" },
      "profileData.configuration.tenantServerRestLimitsConfiguration",
    ],
    [{ transportTenantMsgRateLimit: "0:1" }, "profileData.configuration.transportTenantMsgRateLimit"],
    [{ someFutureRateLimit: "often" }, "profileData.configuration.someFutureRateLimit"],
    [{ type: "OTHER" }, 'profileData.configuration.type must be "DEFAULT", got "OTHER"'],
  ])("%j is refused", (configuration, message) => {
    expect(() => {
      requireProfileData(withConfiguration(configuration));
    }).toThrow(expect.objectContaining({ kind: "invalid", message: expect.stringContaining(message) as unknown }));
  });

  test.each([[undefined], [null], ["text"], [[]]])("%j is no configuration", (configuration) => {
    expect(() => {
      requireProfileData(withConfiguration(configuration));
    }).toThrow("profileData.configuration must be an object");
  });

  test("a stored member that is unusable all the same limits nothing", () => {
    expect(
      configurationOf({
        profileData: withConfiguration({ maxDevices: "many", maxUsers: -1, transportTenantMsgRateLimit: 5 }),
      }),
    ).toMatchObject({ maxDevices: 0, maxUsers: 0, transportTenantMsgRateLimit: "" });
  });
});
