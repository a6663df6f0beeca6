// Administration of a tenant in the browser: who may sign in, whose devices are whose, device profiles, limits and how much
// of them is used, keys, the audit log, and the own account.
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { AnalyticsClient } from "../../support/analytics-client.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { createActiveUser, PASSWORD } from "../../support/tenant.ts";
import { member, text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";

const platform = useTestPlatform();
const browser = useBrowser();

/** Turns the text after it around, and would end an attribute. */
const HOSTILE = "\u202Egnp.evil & \"quoted\" 'name'";

afterEach(async () => {
  await closePages(browser());
});

soakTest(
  "a tenant without customers sees what to do; a new one is made by keyboard and deleted by its title",
  async () => {
    const tenant = await platform().createTenant();
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/customers");
    await page.getByRole("heading", { name: "No customers yet" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole("button", { name: "New customer" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Name" }).waitFor();
    await page.keyboard.type(HOSTILE);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: HOSTILE }).waitFor();

    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this customer?" });
    const confirm = dialog.getByRole("button", { name: "Delete customer" });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill(HOSTILE);
    await confirm.click();
    await page.getByRole("heading", { name: "No customers yet" }).waitFor();
    expect(member(await tenant.rest.get("/api/customers?pageSize=10&page=0"), "totalElements")).toBe(0);
    expect(complaints).toEqual([]);
  },
);

test("a title that is taken is reported in the form, with the id of the request", async () => {
  const tenant = await platform().createTenant();
  await tenant.rest.post("/api/customer", { title: "Acme" });
  const { page } = await openSignedIn(browser(), tenant.rest, "/customers?new=1");
  await page.getByRole("textbox", { name: "Name" }).fill("Acme");
  await page.getByRole("button", { name: "Create customer" }).click();

  await page.getByRole("alert").getByText(/Acme/).waitFor();
  await page
    .getByRole("alert")
    .getByText(/Request \S+/)
    .waitFor();
});

test("devices are given to a customer and taken back, and its users are made there", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const { id, name } = await tenant.createDevice();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/customers/${customer.id}`);
  await page.getByRole("heading", { name: "No devices yet" }).waitFor();
  await page.getByRole("button", { name: "Assign devices" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Assign devices" });
  await dialog.getByRole("combobox").or(dialog.getByPlaceholder("Search by name")).first().fill(name);
  await page.getByRole("option", { name }).click();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Assign devices" }).click();
  await page.getByRole("link", { name }).waitFor();
  expect(text(await tenant.rest.get(`/api/device/${id}`), "customerId", "id")).toBe(customer.id);

  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Unassign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unassign device" }).click();
  await page.getByRole("heading", { name: "No devices yet" }).waitFor();

  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByRole("button", { name: "New user" }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Email" }).fill("hopper@example.com");
  await page.getByRole("button", { name: "Create user" }).click();
  await page
    .getByRole("dialog", { name: "Activation link" })
    .getByText(/activateToken=/)
    .waitFor();
  expect(complaints).toEqual([]);
});

soakTest("the page of a customer lists the dashboards that are assigned to it, and takes them back", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/customers/${customer.id}?tab=dashboards`);
  await page.getByRole("heading", { name: "No dashboards yet" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const id = text(await tenant.rest.post("/api/dashboard", { title: "Boiler house" }), "id", "id");
  await tenant.rest.post("/api/dashboard", { title: "Of nobody" });
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${id}`);
  await page.reload();
  await page.getByRole("link", { name: "Boiler house" }).waitFor();
  expect(await page.getByText("Of nobody").count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("button", { name: "Actions for Boiler house" }).click();
  await page.getByRole("menuitem", { name: "Assign to customers" }).click();
  const customers = page.getByRole("combobox", { name: "Customers" });
  await customers.focus();
  await page.keyboard.press("Backspace");
  await page.getByRole("button", { name: "Save customers" }).click();
  await page.getByRole("heading", { name: "No dashboards yet" }).waitFor();
  expect(complaints).toEqual([]);
});

test("users are made from the heading, as customer users unless another role is chosen", async () => {
  const tenant = await platform().createTenant();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/users");
  const button = page.getByRole("button", { name: "New user" });
  await page
    .getByRole("searchbox")
    .or(page.getByRole("textbox", { name: "Search by email" }))
    .first()
    .waitFor();
  const [made, search] = [await button.boundingBox(), await page.getByRole("search").last().boundingBox()];
  expect((made?.y ?? 0) + (made?.height ?? 0)).toBeLessThan(search?.y ?? 0);
  await button.click();
  const dialog = page.getByRole("dialog", { name: "New user" });
  await dialog.getByRole("radio", { name: "Customer user", checked: true }).waitFor();
  await dialog.getByRole("combobox", { name: "Customer" }).waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.placeholder")).toBe("Search by name");
  await dialog.getByText(/^You will get a link to send to the user/).waitFor();
  expect(await dialog.getByRole("radio", { name: "Email the link" }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the link of a new user can be mailed where the platform sends mail", async () => {
  const tenant = await platform().createTenant();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/overview");
  await page.route("**/api/system/params", async (route) => {
    const params = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...params, sendsMail: true } });
  });
  await page.goto(new URL("/users?new=1", page.url()).href);
  await page.getByRole("radio", { name: "Email the link" }).waitFor();
  expect(await page.getByRole("radio", { name: "Show the link", checked: true }).count()).toBe(1);
  expect(complaints).toEqual([]);
});

test("an account is disabled and enabled, and a user deleted; nobody does so to the own one", async () => {
  const tenant = await platform().createTenant();
  const email = `${tenant.uniqueName("user")}@example.com`;
  const user = await createActiveUser(tenant.rest, { email, authority: "TENANT_ADMIN" });
  const own = text(await tenant.rest.get("/api/auth/user"), "email");
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/users");
  const row = page.getByRole("row", { name: new RegExp(email) });
  await row.getByText("Active").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("button", { name: `Actions for ${own}` }).click();
  await page.getByRole("menuitem", { name: "API keys" }).waitFor();
  expect(await page.getByRole("menuitem", { name: /Disable|Delete/ }).count()).toBe(0);
  await page.keyboard.press("Escape");

  const choose = async (action: string): Promise<void> => {
    await page.getByRole("button", { name: `Actions for ${email}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Disable account");
  await page.getByRole("dialog").getByRole("button", { name: "Disable account" }).click();
  await row.getByText("Disabled").waitFor();
  expect((await user.request("GET", "/api/auth/user")).status).toBe(401);

  await choose("Enable account");
  await row.getByText("Active").waitFor();
  await choose("Delete user");
  await page.getByRole("dialog").getByRole("button", { name: "Delete user" }).click();
  await row.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

test("a key is shown once, works until it is disabled, and goes with a confirmation", async () => {
  const tenant = await platform().createTenant();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/api-keys");
  await page.getByRole("heading", { name: "No API keys yet" }).waitFor();
  await page.getByRole("button", { name: "New key" }).first().click();
  await page.getByRole("textbox", { name: "Description" }).fill(HOSTILE);
  await page.getByRole("combobox", { name: "Expires" }).click();
  await page.getByRole("option", { name: "Never" }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  const made = page.getByRole("dialog", { name: "Your new API key" });
  const value = await made.getByText(/^bh_/).innerText();
  expect(await accessibilityProblems(page)).toEqual([]);
  await made.getByRole("button", { name: "I have copied it" }).click();
  await made.waitFor({ state: "detached" });
  const program = tenant.rest.withAuthorization(`ApiKey ${value}`);
  await program.get("/api/auth/user");

  const row = page.getByRole("row", { name: /gnp\.evil/ });
  await row.getByText("Enabled").waitFor();
  expect(await page.getByText(value).count()).toBe(0);
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Disable key" }).click();
  await row.getByText("Disabled").waitFor();
  expect((await program.request("GET", "/api/auth/user")).status).toBe(401);

  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Delete key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete key" }).click();
  await page.getByRole("heading", { name: "No API keys yet" }).waitFor();
  expect(complaints).toEqual([]);
});

soakTest(
  "a device profile gets topics and schemas, keeps what the form does not show, and says what has no effect",
  async () => {
    const tenant = await platform().createTenant();
    const alarms = [{ id: "1", alarmType: "Too hot" }];
    const made = await tenant.rest.post("/api/deviceProfile", {
      ...{ name: "meter", type: "DEFAULT", transportType: "MQTT", defaultQueueName: "Main" },
      profileData: { alarms, transportConfiguration: { type: "MQTT", own: 1 } },
    });
    const id = text(made, "id", "id");
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/profiles?edit=${id}`);
    const dialog = page.getByRole("dialog");
    await dialog.getByText("profileData.alarms has no effect: there are no alarm rules.").waitFor();
    await dialog.getByText("defaultQueueName has no effect.").waitFor();
    await dialog.getByRole("textbox", { name: "Telemetry topic" }).fill("plant/+/values");
    await dialog.getByRole("combobox", { name: "Payload format" }).click();
    await page.getByRole("option", { name: "Protobuf" }).click();
    await dialog.getByRole("textbox", { name: "Telemetry schema" }).fill('syntax = "proto3"; message A { }');
    const schema = 'syntax = "proto3"; message A { optional int32 a = 1; }';
    await dialog.getByRole("textbox", { name: "Attributes schema" }).fill(schema);
    await dialog.getByRole("checkbox", { name: "Also accept JSON" }).check();
    await dialog.getByRole("combobox", { name: "Numbers sent as text" }).click();
    await page.getByRole("option", { name: "Stored as numbers" }).click();
    await dialog.getByRole("button", { name: "Save profile" }).click();
    await dialog
      .getByRole("textbox", { name: "Telemetry schema" })
      .and(page.locator('[aria-invalid="true"]'))
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("textbox", { name: "Telemetry schema" }).fill(schema);
    await dialog.getByRole("button", { name: "Save profile" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await tenant.rest.get(`/api/deviceProfile/${id}`)).toMatchObject({
      defaultQueueName: "Main",
      profileData: {
        alarms,
        configuration: { jsonTypeCast: true },
        transportConfiguration: {
          own: 1,
          deviceTelemetryTopic: "plant/+/values",
          deviceAttributesTopic: "v1/devices/me/attributes",
          transportPayloadTypeConfiguration: {
            transportPayloadType: "PROTOBUF",
            deviceTelemetryProtoSchema: schema,
            deviceAttributesProtoSchema: schema,
            enableCompatibilityWithJsonPayloadFormat: true,
            useJsonPayloadFormatForDefaultDownlinkTopics: false,
          },
        },
      },
    });
    expect(complaints).toEqual([]);
  },
);

test("a device profile with provisioning is made with key and secret, and one that is in use stays", async () => {
  const tenant = await platform().createTenant();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/profiles?new=1");
  await page.getByRole("textbox", { name: "Name" }).fill("pump");
  await page.getByRole("radio", { name: "Create new devices" }).check();
  await page.getByRole("button", { name: "Create profile" }).click();
  await page.getByRole("button", { name: "pump", exact: true }).click();
  await page.getByRole("textbox", { name: "Provisioning key" }).waitFor();
  expect(await page.getByRole("textbox", { name: "Provisioning key" }).inputValue()).toMatch(/^\w{20}$/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await tenant.createDevice({ type: "pump" });
  await page.getByRole("button", { name: "Actions for pump" }).click();
  await page.getByRole("menuitem", { name: "Delete profile" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete profile" }).click();
  await page
    .getByText(/device/i)
    .and(page.locator(".mantine-Notification-description"))
    .waitFor();
  expect(await tenant.profileNames()).toContain("pump");
  expect(complaints).toEqual([]);
});

test("limits show how much of them is used, to a customer's user without what the tenant uses", async () => {
  const tenant = await platform().createTenant({ maxDevices: 10, transportDeviceMsgRateLimit: "20:1,600:60" });
  for (let count = 0; count < 9; count++) await tenant.createDevice();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/limits");
  await page.getByText("9 of 10 · near the limit").waitFor();
  await page.getByText("20 per second and 600 per minute").waitFor();
  await page.getByText("No limits on API calls.", { exact: true }).waitFor();
  expect(await page.getByRole("region", { name: "API calls" }).count()).toBe(0);
  await page.getByText(/^Resets on \w+ \d+, \d+:00 [AP]M \S+\.$/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const widthOf = async (name: string) => (await page.getByRole("region", { name }).boundingBox())?.width ?? 0;
  expect(await widthOf("Live updates"), "the last of three is not beside an empty half").toBeGreaterThan(
    1.9 * (await widthOf("This month")),
  );

  const { rest } = await tenant.createCustomer();
  const customer = await openSignedIn(browser(), rest, "/limits");
  await customer.page.getByText("at most 10").waitFor();
  await customer.page.getByText("0 (no limit)").first().waitFor();
  expect(await customer.page.getByText("no limit", { exact: true }).count()).toBe(0);
  expect(await customer.page.getByText("This month").count()).toBe(0);
  expect([...complaints, ...customer.complaints]).toEqual([]);
});

test("the audit log is narrowed by its address, and a record opens with what was sent, as text", async () => {
  const tenant = await platform().createTenant();
  const { id, name } = await tenant.createDevice();
  await tenant.saveAttributes(id, "SERVER_SCOPE", { note: "<b>bold</b>" });
  await tenant.rest.request("POST", "/api/device", { name });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/audit?range=all&result=FAILURE");
  const refused = page.getByRole("row").filter({ has: page.getByRole("cell", { name: "Added", exact: true }) });
  await refused.getByRole("cell", { name: /^Failed.+device/ }).waitFor();
  await page.getByRole("columnheader", { name: "Result" }).waitFor();
  expect(await page.locator("tbody tr").count()).toBe(1);

  await page.goto(`${tenant.rest.baseUrl}/audit?range=all&result=SUCCESS`);
  await page.getByRole("cell", { name: "Successful", exact: true }).first().waitFor();
  expect(await page.getByRole("cell", { name: /^Failed/ }).count()).toBe(0);

  await page.goto(`${tenant.rest.baseUrl}/audit?range=all&actions=ATTRIBUTES_UPDATED`);
  await page.getByRole("button", { name }).click();
  await page.waitForURL(/type=DEVICE/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.locator("tbody tr").getByRole("button").first().click();
  await page.getByRole("dialog", { name: "Attributes changed" }).getByText("<b>bold</b>").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the audit log names the share link where one was opened, and its creator in the details", async () => {
  const tenant = await platform().createTenant();
  const admin = new AnalyticsClient(tenant.rest);
  const view = await admin.create({
    ...{ name: "Names", scope: {}, timeRange: { type: "preset", preset: "last24Hours" } },
    fields: [{ id: "name", label: "Device", source: { type: "entity", field: "name" } }],
  });
  const link = await admin.call("POST", `/views/${view.id}/links`, { name: "lobby" });
  const bearer = new AnalyticsClient(platform().anonymous, { "x-share-link": text(link.body, "token") });
  await bearer.call("GET", `/views/${view.id}`);
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/audit?range=all&actions=LINK_USED");
  await page.getByRole("cell", { name: "Share link", exact: true }).waitFor();
  await page.locator("tbody tr").getByRole("button").first().click();
  const details = page.getByRole("dialog", { name: "Link opened" });
  await details.getByText("Created by", { exact: true }).waitFor();
  await details.getByText("View share link", { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the account has a name and a password to change, and the old password is asked for", async () => {
  const tenant = await platform().createTenant();
  const email = `${tenant.uniqueName("user")}@example.com`;
  const user = await createActiveUser(tenant.rest, { email, authority: "TENANT_ADMIN" });
  const { page, complaints } = await openSignedIn(browser(), user, "/account");
  await page.getByRole("textbox", { name: "First name" }).fill("Grace");
  await page.getByRole("button", { name: "Save details" }).click();
  await page.getByText("Your details are saved.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  const change = async (present: string): Promise<void> => {
    await page.getByLabel("Current password").fill(present);
    await page.getByLabel("New password").fill(`${PASSWORD}-new`);
    await page.getByLabel("Confirm password").fill(`${PASSWORD}-new`);
    await page.keyboard.press("Enter");
  };
  await change("not-the-password");
  await page.getByText("The password was not changed").waitFor();
  await change(PASSWORD);
  await page.getByText("Your password is changed.").waitFor();
  await platform().anonymous.login(email, `${PASSWORD}-new`);
  expect(complaints).toEqual([]);
});

soakTest(
  "details of the account that are typed right after a save, before they have been read again, stay and can be saved",
  async () => {
    const tenant = await platform().createTenant();
    const user = await createActiveUser(tenant.rest, {
      email: `${tenant.uniqueName("user")}@example.com`,
      authority: "TENANT_ADMIN",
    });
    const { page, complaints } = await openSignedIn(browser(), user, "/account");
    const firstName = page.getByRole("textbox", { name: "First name" });
    await firstName.fill("Grace");
    const released = Promise.withResolvers<undefined>();
    await page.route("**/api/user/*", async (route) => {
      await released.promise;
      await route.continue();
    });
    const readAgain = page.waitForResponse("**/api/user/*");
    await page.getByRole("button", { name: "Save details" }).click();
    await page.getByText("Your details are saved.").waitFor();

    await firstName.fill("Ada");
    released.resolve(undefined);
    await readAgain;
    await page.getByRole("button", { name: "Save details" }).click();

    await expect.poll(async () => member(await user.get("/api/auth/user"), "firstName")).toBe("Ada");
    expect(await firstName.inputValue()).toBe("Ada");
    expect(complaints).toEqual([]);
  },
);
