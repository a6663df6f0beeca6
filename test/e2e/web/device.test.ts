// The page of a device in the browser: values as they arrive, attributes, calls, details, credentials, connections, audit.
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { connectGateway, RPC, TELEMETRY as GATEWAY_TELEMETRY, useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { member, text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";

const platform = useTestPlatform();
const browser = useBrowser();

const MARKUP = "<script>document.title='taken'</script><b>bold</b>\u202Etxet";
const TELEMETRY = "v1/devices/me/telemetry";

afterEach(async () => {
  await closePages(browser());
});

test("values appear as they arrive, and those from outside are text", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}`);
  await page.getByText("No values yet").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();

  const session = await platform().connect(device.token, 5);
  await session.publish(TELEMETRY, { temperature: 21.5, markup: MARKUP, long: "z".repeat(10_000), on: true });
  await page
    .getByRole("row", { name: /temperature/ })
    .getByText("21.5")
    .waitFor();
  await page.getByText(MARKUP, { exact: true }).waitFor();
  await page.getByRole("row", { name: /^long/ }).getByRole("button", { name: "Show all" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  platform().clock.advance(10);
  await session.publish(TELEMETRY, { temperature: 31.125 });
  await page.getByRole("cell", { name: "31.125", exact: true }).waitFor();

  await page.getByLabel("Search keys").fill("TEMP");
  await page.getByRole("row", { name: /markup/ }).waitFor({ state: "detached" });
  expect(await page.title()).toContain(device.name);
  expect(complaints).toEqual([]);
});

soakTest("while the device is being read, that is said to those who cannot see the page", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const opened = Promise.withResolvers<void>();
  await browser().route("**/api/device/info/*", async (route) => {
    await opened.promise;
    await route.continue();
  });
  const { page } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}`);
  await page.getByRole("status", { name: "Loading the device" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  opened.resolve();
  await page.getByRole("heading", { name: device.name }).waitFor();
  await browser().unroute("**/api/device/info/*");
});

test("all values of a key are deleted after a question, and the row goes by itself", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { gone: 1, kept: 2 });
  const { page } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}`);
  await page.getByRole("button", { name: "Actions for gone" }).click();
  await page.getByRole("menuitem", { name: "Delete all values" }).click();
  await page.getByRole("button", { name: "Delete values" }).click();
  await page.getByRole("row", { name: /^gone/ }).waitFor({ state: "detached" });

  expect(await tenant.latestValues(device.id)).toEqual({ kept: 2 });
});

test("attributes of each type are added, changed and deleted; long numbers keep their digits; client ones are read only", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const { page, complaints } = await openSignedIn(
    browser(),
    tenant.rest,
    `/devices/${device.id}?tab=attributes&scope=shared`,
  );
  await page.getByText("No shared attributes").waitFor();
  await page.getByRole("button", { name: "Add attribute" }).first().click();
  await page.getByRole("textbox", { name: "Key" }).fill("limit");
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Number" }).click();
  await page.getByRole("textbox", { name: "Value" }).fill("twelve");
  await page.getByRole("dialog").getByRole("button", { name: "Add attribute" }).click();
  await page.getByText("Enter a number, such as 21.5").waitFor();
  await page.getByRole("textbox", { name: "Value" }).fill("9007199254740993");
  await page.getByRole("dialog").getByRole("button", { name: "Add attribute" }).click();
  await page.getByRole("row", { name: /limit/ }).getByText("9,007,199,254,740,993").waitFor();

  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { mode: "eco", config: { a: [1, 2] } });
  await page.getByRole("row", { name: /mode/ }).getByText("eco").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Edit config" }).click();
  await page.getByRole("textbox", { name: "Value" }).fill('{"a":');
  await page.getByRole("button", { name: "Save attribute" }).click();
  await page.locator(".mantine-InputWrapper-error").waitFor();
  await page.getByRole("textbox", { name: "Value" }).fill('{"a":true}');
  await page.getByRole("button", { name: "Save attribute" }).click();
  await page
    .getByRole("row", { name: /config/ })
    .getByText('{"a":true}')
    .waitFor();
  await page.getByRole("button", { name: "Delete mode" }).click();
  await page.getByRole("button", { name: "Delete attribute" }).click();
  await page.getByRole("row", { name: /mode/ }).waitFor({ state: "detached" });
  expect(await tenant.attributes(device.id, "SHARED_SCOPE")).toEqual({
    limit: 9_007_199_254_740_993n,
    config: { a: true },
  });

  const session = await platform().connect(device.token, 5);
  await session.publish("v1/devices/me/attributes", { firmware: "1.2" });
  await page.getByText("Client", { exact: true }).click();
  await page
    .getByRole("row", { name: /firmware/ })
    .getByText("1.2")
    .waitFor();
  expect(await page.getByRole("button", { name: "Edit firmware" }).count()).toBe(0);
  expect(page.url()).toContain("scope=client");
  expect(complaints).toEqual([]);
});

soakTest(
  "attributes that the platform keeps come after others, as what they are, and nobody is asked to change them",
  async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const session = await platform().connect(device.token, 5);
    await session.publish("v1/devices/me/telemetry", { a: 1 });
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { site: "Hall 3", zone: 4 });
    platform().clock.advance(60_000);
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=attributes`);
    const connected = page.getByRole("row", { name: /^lastConnectTime Kept by the platform/ });
    await connected.getByText("Time", { exact: true }).waitFor();
    await page.getByRole("row", { name: /^active Kept by the platform/ }).waitFor();
    await page.getByRole("button", { name: "Copy the value of lastConnectTime" }).waitFor();
    await page.getByRole("button", { name: "Edit site" }).waitFor();
    expect(await page.getByRole("button", { name: /^(Edit|Delete) (active|last|inactivity)/ }).count()).toBe(0);
    const rows = await page.getByRole("row").allInnerTexts();
    expect(rows.slice(1, 4).map((row) => row.split(/\s/)[0])).toEqual(["site", "zone", "active"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

test("a call shows the answer of the device as it wrote it; parameters that are no JSON are not sent", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const session = await platform().connect(device.token, 5);
  await session.subscribe("v1/devices/me/rpc/request/+");
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=rpc`);
  await page.getByRole("textbox", { name: "Method" }).fill("getState");
  await page.getByRole("textbox", { name: "Parameters" }).fill('{"pin":');
  await page.getByRole("button", { name: "Send call" }).click();
  await page.locator(".mantine-InputWrapper-error").waitFor();
  await page.getByRole("textbox", { name: "Parameters" }).fill('{"pin":9007199254740993}');
  await page.getByRole("button", { name: "Send call" }).click();

  const request = await session.next("publish");
  expect(String(request.payload)).toContain("9007199254740993");
  const id = request.topic.split("/").at(-1) ?? "";
  await session.publish(`v1/devices/me/rpc/response/${id}`, { markup: MARKUP, level: 7 });
  await page.getByText(/Answered in/).waitFor();
  await page.locator("pre").getByText("<script>").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  // What was done here is still here after a look at another tab.
  await page.getByRole("tab", { name: "Details" }).click();
  await page.getByRole("tab", { name: "RPC" }).click();
  await page.getByText(/Answered in/).waitFor();
  expect(complaints).toEqual([]);
});

soakTest(
  "a call to a device that its gateway never connected says so, and a button lets what the gateway sends connect it",
  async () => {
    const { tenant } = platform();
    const gateway = await connectGateway(platform(), { subscribe: [RPC] });
    const device = await gateway.knownDevice();
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=rpc`);
    await page.getByRole("textbox", { name: "Method" }).fill("toggle");
    await callInVain(page);
    await page.getByText(`sends through the gateway "${gateway.gateway.name}" but was never connected`).waitFor();
    const button = page.getByRole("button", { name: "Connect the devices of the gateway" });
    await button.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByText(`The devices of ${gateway.gateway.name} are connected with their next message.`).waitFor();
    await page.locator("button:focus", { hasText: "Connect the devices" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await tenant.device(gateway.gateway.name)).toMatchObject({
      additionalInfo: { gateway: true, connectOnUplink: true },
    });

    await gateway.publish(GATEWAY_TELEMETRY, { [device.name]: [{ a: 1 }] });
    await page.getByRole("button", { name: "Send call" }).click();
    const command = await gateway.client.nextJson(RPC);
    await gateway.publish(RPC, { device: device.name, id: member(command, "data", "id"), data: { done: true } });
    await page.getByText(/Answered in/).waitFor();
    expect(complaints.filter((complaint) => !complaint.includes("504"))).toEqual([]);
  },
);

soakTest(
  "a customer user reads why a call failed, and changes no gateway; a call without a reason keeps its words",
  async () => {
    const { tenant } = platform();
    const gateway = await connectGateway(platform(), { subscribe: [RPC] });
    const customer = await tenant.createCustomer();
    const device = await gateway.knownDevice();
    await tenant.rest.post(`/api/customer/${customer.id}/device/${device.id}`, {});
    const { page } = await openSignedIn(browser(), customer.rest, `/devices/${device.id}?tab=rpc`);
    await page.getByRole("textbox", { name: "Method" }).fill("toggle");
    await callInVain(page);
    await page.getByText(/but was never connected/).waitFor();
    expect(await page.getByRole("button", { name: /^Connect the devices/ }).count()).toBe(0);

    const silent = await tenant.createDevice();
    const other = await openSignedIn(browser(), tenant.rest, `/devices/${silent.id}?tab=rpc`);
    await other.page.getByRole("textbox", { name: "Method" }).fill("toggle");
    await callInVain(other.page);
    await other.page.getByText("The device was not connected, or did not answer in time.").waitFor();
  },
);

/** Sends the call of the form, and lets the time pass in which nobody answers. */
async function callInVain(page: Page): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes("/api/rpc/twoway/"));
  await page.getByRole("button", { name: "Send call" }).click();
  expect((await platform().passTimeUntil(answer)).status()).toBe(504);
}

test("a call is kept for a device that is away, shows how far it has come, and is deleted after a question", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const { page } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=rpc`);
  await page.getByRole("textbox", { name: "Method" }).fill("reboot");
  await page.getByRole("switch", { name: "Keep it until the device connects" }).check({ force: true });
  await page.getByRole("button", { name: "Send call" }).click();
  await page
    .getByRole("row", { name: /reboot/ })
    .getByText("Waiting")
    .waitFor();

  await page.getByRole("button", { name: "Actions for reboot" }).click();
  await page.getByRole("menuitem", { name: "Delete call" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete call" }).click();
  await page.getByText("No persistent calls").waitFor();
});

soakTest(
  "of a gateway the details say whether what it sends connects its devices; what was never said stays unsaid, and can be again",
  async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const gateway = await tenant.createGateway();
    const connects = { name: "Connect devices automatically" };
    const choose = async (name: string): Promise<void> => {
      await page.getByRole("combobox", connects).click();
      await page.getByRole("option", { name, exact: true }).click();
    };
    const { page } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=details`);
    await page.getByRole("switch", { name: "Is a gateway" }).waitFor();
    expect(await page.getByRole("combobox", connects).count()).toBe(0);

    await page.goto(`${tenant.rest.baseUrl}/devices/${gateway.id}?tab=details`);
    const save = async (): Promise<unknown> => {
      const saved = page.waitForResponse((response) => response.url().endsWith("/api/device"));
      await page.getByRole("button", { name: "Save device" }).click();
      await saved;
      return member(await tenant.device(gateway.name), "additionalInfo");
    };
    await page.getByRole("textbox", { name: "Label" }).fill("Hall 3");
    expect(await save()).toEqual({ gateway: true });
    await choose("Yes");
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await save()).toEqual({ gateway: true, connectOnUplink: true });
    await choose("No");
    expect(await save()).toEqual({ gateway: true, connectOnUplink: false });
    await choose("Platform default");
    expect(await save()).toEqual({ gateway: true });
  },
);

test("details are saved without losing what the form does not show; a save that was overtaken is refused in words", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice({ additionalInfo: { floor: 3, connectOnUplink: "later" } });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=details`);
  await page.getByRole("textbox", { name: "Label" }).fill("Hall 3");
  await page.getByRole("textbox", { name: "Description" }).fill("By the door");
  await page.getByRole("button", { name: "Save device" }).click();
  await page.getByText("The device is saved.").waitFor();
  expect(await tenant.device(device.name)).toMatchObject({
    label: "Hall 3",
    additionalInfo: { floor: 3, connectOnUplink: "later", description: "By the door" },
  });
  expect(await accessibilityProblems(page)).toEqual([]);

  const present = await tenant.rest.get(`/api/device/${device.id}`);
  await page.getByRole("textbox", { name: "Label" }).fill("Hall 4");
  await tenant.rest.post("/api/device", { ...(present as object), name: `${device.name}-b`, label: "Hall 5" });
  // The page has read that, and what was typed is still there.
  await page.getByRole("heading", { name: `${device.name}-b` }).waitFor();
  expect(await page.getByRole("textbox", { name: "Label" }).inputValue()).toBe("Hall 4");
  await page.getByRole("button", { name: "Save device" }).click();
  await page.getByText("Somebody else has changed the device").waitFor();
  await page.getByRole("button", { name: "Show the stored version" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Label" }).inputValue()).toBe("Hall 5");
  expect(complaints).toEqual([]);
});

soakTest(
  "what is typed right after a save, before the page has read the device again, stays and can be saved",
  async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=details`);
    const label = page.getByRole("textbox", { name: "Label" });
    await label.fill("Hall 3");
    const released = Promise.withResolvers<undefined>();
    await page.route(`**/api/device/info/${device.id}`, async (route) => {
      await released.promise;
      await route.continue();
    });
    const readAgain = page.waitForResponse(`**/api/device/info/${device.id}`);
    const save = page.getByRole("button", { name: "Save device" });
    await save.click();
    await page.getByText("The device is saved.").waitFor();

    await label.fill("Hall 4");
    released.resolve(undefined);
    await readAgain;
    await save.click();

    await expect.poll(async () => member(await tenant.device(device.name), "label")).toBe("Hall 4");
    expect(await label.inputValue()).toBe("Hall 4");
    expect(complaints).toEqual([]);
  },
);

test("a device is deleted once its name has been typed", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const { page } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=details`);
  await page.getByRole("button", { name: "Delete device" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "Delete device" }).isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill(device.name);
  await dialog.getByRole("button", { name: "Delete device" }).click();
  await page.waitForURL(/\/devices$/);

  expect(await tenant.device(device.name)).toBeUndefined();
});

test("the token is hidden until somebody asks, and is replaced; a certificate that is none is refused next to the form", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=credentials`);
  await page.getByRole("button", { name: "Show", exact: true }).waitFor();
  expect(await page.getByText(device.token).count()).toBe(0);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText(device.token).waitFor();
  await page.getByRole("button", { name: "Show the commands" }).click();
  await page.getByText("mosquitto_pub").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("button", { name: "Replace", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const drawn = await dialog.getByRole("textbox", { name: "Access token" }).inputValue();
  expect(drawn).toMatch(/^[A-Za-z0-9]{20}$/);
  await dialog.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "X.509 certificate" }).click();
  await dialog.getByRole("textbox", { name: "Certificate of the device" }).fill("no certificate");
  await dialog.getByRole("button", { name: "Replace credentials" }).click();
  await dialog.getByRole("alert").getByText("It was not saved").waitFor();
  await dialog.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Access token" }).click();
  await dialog.getByRole("button", { name: "Replace credentials" }).click();
  await page.getByText("The device has new credentials.").waitFor();
  expect((await tenant.existing(device.name)).token).toBe(drawn);
  expect(complaints).toEqual([]);
});

test("connections with their ends, and the audit of the device, are on tabs that can be linked to", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const session = await platform().connect(device.token, 5);
  await session.disconnect();
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { floor: 1 });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=connectivity`);
  await page.getByRole("row", { name: /Disconnected/ }).waitFor();
  await page.getByText("10 min, platform default").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("tab", { name: "Audit" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/tab=audit/);
  await page.getByRole("row", { name: /Attributes changed Successful/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a user of a customer changes what is theirs, sees neither audit nor profile, and gives the device back", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  const device = await tenant.createDevice({ customerId: customer.id });
  const { page, complaints } = await openSignedIn(browser(), customer.rest, `/devices/${device.id}?tab=details`);
  await page.getByRole("textbox", { name: "Label" }).fill("Mine");
  expect(await page.getByRole("tab", { name: "Audit" }).count()).toBe(0);
  expect(await page.getByRole("switch", { name: "Is a gateway" }).count()).toBe(0);
  await page.getByRole("button", { name: "Save device" }).click();
  await page.getByText("The device is saved.").waitFor();
  expect(text(await tenant.device(device.name), "label")).toBe("Mine");

  await page.getByRole("button", { name: "Give the device back" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Give back" }).click();
  await page.waitForURL(/\/devices$/);
  expect(member(await tenant.device(device.name), "customerId", "id")).not.toBe(customer.id);
  expect(complaints).toEqual([]);
});

test("below the name of a device, its profile and its customer are links for an administrator, and words for others", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  const device = await tenant.createDevice({ customerId: customer.id, type: "boiler of links" });
  const title = text(await tenant.rest.get(`/api/customer/${customer.id}`), "title");
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}`);
  await page.getByRole("link", { name: title }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "boiler of links" }).click();
  await page
    .getByRole("dialog")
    .getByRole("textbox", { name: "Name" })
    .and(page.locator("[value='boiler of links']"))
    .waitFor();
  expect(complaints).toEqual([]);

  await page.close();
  const theirs = await openSignedIn(browser(), customer.rest, `/devices/${device.id}`);
  await theirs.page.getByText("boiler of links").waitFor();
  expect(await theirs.page.getByRole("link", { name: "boiler of links" }).count()).toBe(0);
  expect(await theirs.page.getByRole("link", { name: title }).count()).toBe(0);
});

test("an address of a device that is not there says so, and leads on", async () => {
  const { page } = await openSignedIn(
    browser(),
    platform().tenant.rest,
    "/devices/0198a1c0-0000-7000-8000-000000000040",
  );
  await page.getByRole("heading", { name: "This device does not exist" }).waitFor();
  await page.getByRole("link", { name: "All devices" }).click();
  await page.waitForURL(/\/devices$/);
});
