// Forms in the browser: what the platform refuses stands next to the field that it is about, with the words of the platform.
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { TENANT_ADMIN, type TestPlatform } from "../../support/platform.ts";
import { member, text, type RestClient } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";

const platform = useTestPlatform();
const browser = useBrowser();

afterEach(async () => {
  await closePages(browser());
});

interface RefusedForm {
  readonly path: string;
  readonly who?: (platform: TestPlatform) => RestClient;
  /** Chosen before. */
  readonly choose?: Readonly<Record<string, string>>;
  readonly radio?: string;
  readonly fill: Readonly<Record<string, string>>;
  readonly button: string;
  /** The field, and what stands next to it. */
  readonly field: string;
  readonly problem: RegExp;
}

const FORMS: readonly (readonly [name: string, form: RefusedForm])[] = [
  [
    "a device whose name is taken",
    {
      path: "/devices?dialog=create",
      fill: { Name: "taken" },
      button: "Create device",
      field: "Name",
      problem: /"taken" is taken already/,
    },
  ],
  [
    "a customer whose title is markup",
    {
      path: "/customers?new=1",
      fill: { Name: "<b>Acme</b>" },
      button: "Create customer",
      field: "Name",
      problem: /must not contain HTML tags/,
    },
  ],
  [
    "a user whose email somebody else has",
    {
      path: "/users?new=1",
      radio: "Administrator",
      fill: { Email: "taken@example.com" },
      button: "Create user",
      field: "Email",
      problem: /is taken already/,
    },
  ],
  [
    "a device profile whose topic is the platform's",
    {
      path: "/profiles?new=1",
      choose: { Transport: "MQTT, custom settings" },
      fill: { Name: "meter", "Telemetry topic": "v2/t" },
      button: "Create profile",
      field: "Telemetry topic",
      problem: /topic outside v1\/devices\/me\//,
    },
  ],
  [
    "a device profile whose name is taken",
    {
      path: "/profiles?new=1",
      fill: { Name: "default" },
      button: "Create profile",
      field: "Name",
      problem: /is taken already/,
    },
  ],
  [
    "an API key without a description",
    {
      path: "/api-keys?new=1",
      fill: { Description: "   " },
      button: "Create key",
      field: "Description",
      problem: /is required/,
    },
  ],
  [
    "a tenant whose title is markup",
    {
      path: "/tenants?new=1",
      who: ({ sysAdmin }) => sysAdmin,
      fill: { Name: "<b>Acme</b>" },
      button: "Create tenant",
      field: "Name",
      problem: /must not contain HTML tags/,
    },
  ],
  [
    "a tenant profile whose name is taken",
    {
      path: "/tenant-profiles?new=1",
      who: ({ sysAdmin }) => sysAdmin,
      fill: { Name: "taken" },
      button: "Create profile",
      field: "Name",
      problem: /is taken already/,
    },
  ],
];

test.each(FORMS)(
  "%s is refused next to its field, which has the focus; a change takes the words away",
  async (_, form) => {
    const { rest } = platform().tenant;
    await makeTaken(platform());
    const { page, complaints } = await openSignedIn(browser(), form.who?.(platform()) ?? rest, form.path);
    const dialog = page.getByRole("dialog");
    for (const [name, choice] of Object.entries(form.choose ?? {})) {
      await dialog.getByRole("combobox", { name }).click();
      await page.getByRole("option", { name: choice }).click();
    }
    if (form.radio !== undefined) await dialog.getByRole("radio", { name: form.radio }).check();
    for (const [name, value] of Object.entries(form.fill)) await dialog.getByRole("textbox", { name }).fill(value);
    await dialog.getByRole("button", { name: form.button }).click();

    const field = dialog
      .getByRole("textbox", { name: form.field, exact: true })
      .and(page.locator('[aria-invalid="true"]'));
    await field.waitFor();
    // The field is given the focus once it is drawn with its problem.
    await expect.poll(() => descriptionOf(page)).toMatch(form.problem);
    expect(await accessibilityProblems(page)).toEqual([]);
    await field.fill("another");
    await field.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  },
);

test("a password that is refused has the reason next to it: the present one, and the new one", async () => {
  const { tenant } = platform();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/account");
  const fill = async (present: string, next: string): Promise<void> => {
    await page.getByLabel("Current password").fill(present);
    await page.getByLabel("New password").fill(next);
    await page.getByLabel("Confirm password").fill(next);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await fill("not the password", "a new password 1");
  await page.getByLabel("Current password").and(page.locator('[aria-invalid="true"]')).waitFor();
  await expect.poll(() => descriptionOf(page)).toMatch(/is not the current password/);
  await fill(TENANT_ADMIN.password, "short");
  await page.getByLabel("New password").and(page.locator('[aria-invalid="true"]')).waitFor();
  await expect.poll(() => descriptionOf(page)).toMatch(/at least 8 characters/);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("settings of passwords that are refused have the reason next to them", async () => {
  const { page, complaints } = await openSignedIn(browser(), platform().sysAdmin, "/security");
  await page.getByRole("textbox", { name: "Minimum length" }).fill("30");
  await page.getByRole("textbox", { name: "Maximum length" }).fill("20");
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.locator('[aria-invalid="true"]').waitFor();
  await expect.poll(() => descriptionOf(page)).toMatch(/must/);
  expect(complaints).toEqual([]);
});

test("a refusal next to a field is easy to read in light and dark", async () => {
  await makeTaken(platform());
  const { page } = await openSignedIn(browser(), platform().tenant.rest, "/devices?dialog=create");
  await page.getByRole("textbox", { name: "Name" }).fill("taken");
  await page.getByRole("button", { name: "Create device" }).click();
  await page.locator('[aria-invalid="true"]').waitFor();
  expect(await accessibilityProblems(page, "in both schemes")).toEqual([]);
});

/** What a screen reader says of the field that has the focus. */
async function descriptionOf(page: Page): Promise<string> {
  return await page.evaluate<string>(
    `(document.activeElement.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ")`,
  );
}

async function makeTaken({ tenant, sysAdmin }: TestPlatform): Promise<void> {
  if ((await tenant.device("taken")) !== undefined) return;
  await tenant.createDevice({ name: "taken" });
  await tenant.rest.post("/api/user?sendActivationMail=false", {
    email: "taken@example.com",
    authority: "TENANT_ADMIN",
  });
  const profile = await sysAdmin.post("/api/tenantProfile", {
    name: "taken",
    profileData: { configuration: { type: "DEFAULT" }, queueConfiguration: null },
  });
  expect(text(profile, "name")).toBe("taken");
  expect(member(profile, "default")).toBe(false);
}
