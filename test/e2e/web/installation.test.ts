// What the operator of an installation does in the browser: tenants and their limits, security, and the state of it all.
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { member, text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";

const platform = useTestPlatform();
const browser = useBrowser();

afterEach(async () => {
  await closePages(browser());
});

test("a system administrator makes a tenant with its administrator, and deletes it by its title", async () => {
  const { sysAdmin } = platform();
  const { page, complaints } = await openSignedIn(browser(), sysAdmin, "/tenants?new=1");
  await page.getByRole("textbox", { name: "Name" }).fill("Plant South");
  await page.getByRole("button", { name: "Create tenant" }).click();
  await page.getByRole("heading", { level: 1, name: "Plant South" }).waitFor();
  await page.getByRole("button", { name: "New administrator" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill("south@example.com");
  await page.getByRole("button", { name: "Create administrator" }).click();
  await page.getByText(/activateToken=/).waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("Not yet activated").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Plant South");
  await page.getByRole("dialog").getByRole("button", { name: "Delete tenant" }).click();
  await page.waitForURL(/\/tenants$/);
  expect(member(await sysAdmin.get("/api/tenants?pageSize=10&page=0&textSearch=South"), "totalElements")).toBe(0);
  expect(complaints).toEqual([]);
});

test("every limit of a tenant profile is explained, a wrong one is refused next to its field, a right one holds", async () => {
  const { sysAdmin } = platform();
  const profile = await sysAdmin.post("/api/tenantProfile", { name: "Small", profileData: { configuration: {} } });
  const id = text(profile, "id", "id");
  const { page, complaints } = await openSignedIn(browser(), sysAdmin, `/tenant-profiles/${id}`);
  const devices = page.getByRole("textbox", { name: "Devices" });
  await devices.fill("10000");
  expect(await devices.inputValue()).toBe("10,000");
  await page.getByText("At most 10,000. Gateways count too").waitFor();
  const rate = page.getByRole("region", { name: "API calls" }).getByRole("textbox").first();
  await rate.fill("lots");
  await page.getByText("Enter count:seconds").waitFor();
  await rate.fill("500:60");
  await page.getByText("At most 500 per minute.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Save profile" }).click();
  await page.getByText("its limits are in effect.").waitFor();

  const saved = await sysAdmin.get(`/api/tenantProfile/${id}`);
  expect(member(saved, "profileData", "configuration")).toMatchObject({
    maxDevices: 10_000,
    tenantServerRestLimitsConfiguration: "500:60",
  });
  expect(complaints).toEqual([]);
});

test("security settings say that a save of lifetimes ends all sessions before they do", async () => {
  const { sysAdmin } = platform();
  const { page, complaints } = await openSignedIn(browser(), sysAdmin, "/security");
  await page.getByLabel("Digits (minimum)").fill("1");
  await page.getByText("A new password must have at least 8 characters and 1 digit.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("The settings are in effect.").waitFor();
  expect(member(await sysAdmin.get("/api/admin/securitySettings"), "passwordPolicy")).toMatchObject({
    minimumDigits: 1,
  });

  await page.getByLabel("Issuer").fill("plant");
  await page.getByRole("button", { name: "Save and end all sessions" }).click();
  await page.getByRole("dialog", { name: "End all sessions?" }).getByRole("button", { name: "Cancel" }).click();
  expect(member(await sysAdmin.get("/api/admin/jwtSettings"), "tokenIssuer")).toBe("bridgehead");
  expect(complaints).toEqual([]);
});

test("system health tells of stores, connections and reports in words", async () => {
  const { page, complaints } = await openSignedIn(browser(), platform().sysAdmin, "/health");
  await page.getByText("Healthy", { exact: true }).first().waitFor();
  await page.getByText(/^\d+ critical(, \d+ warnings?)?$/).waitFor();
  await page.getByRole("heading", { name: "Storage" }).waitFor();
  await page
    .getByText("Remove them from the settings and from the environment: only the first start needs them.")
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  const foundAre = async (...severities: readonly string[]): Promise<void> => {
    await page.unroute("**/api/system/posture");
    await page.route("**/api/system/posture", async (route) => {
      const posture = (await (await route.fetch()).json()) as { readonly findings: readonly object[] };
      const findings = severities.map((severity, index) => ({
        ...{ ...posture.findings[0], severity, found: `Finding ${index}` },
      }));
      await route.fulfill({ json: { ...posture, findings } });
    });
    await page.reload();
  };
  await foundAre("warning", "critical", "advice", "warning");
  await page.getByText("1 critical, 2 warnings", { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await foundAre("critical");
  await page.getByText("1 critical", { exact: true }).waitFor();
  await foundAre("warning", "advice");
  await page.getByText("Healthy, 1 warning", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});
