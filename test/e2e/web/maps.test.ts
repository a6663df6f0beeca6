// Maps with the tiles of a server that the operator has set, in Chromium.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { startTileServer } from "../../support/tile-server.ts";

const tiles = await startTileServer();
const platform = useTestPlatform({
  settings: {
    "maps.tiles": `${tiles.origin}/{z}/{x}/{y}.svg?key=a&b "Tiles" of [the <b>mapmakers</b>](https://maps.example.com/copyright)`,
  },
});
const browser = useBrowser();

afterEach(() => closePages(browser()));
afterAll(() => tiles[Symbol.asyncDispose]());

test("a map has the tiles of the server that is set, names their source, and tells it no address of a page", async () => {
  const admin = platform().tenant.rest;
  const id = text(await admin.post("/api/device", { name: `Pump ${randomUUID()}`, type: "default" }), "id", "id");
  await admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SERVER_SCOPE`, { lat: 51.45, lon: -2.59 });
  const attribute = (key: string) => ({ type: "attribute", scope: "server", key });
  const { body: view } = await admin.request("POST", "/apiAnalytics/v1/views", {
    name: `Plant ${randomUUID()}`,
    scope: { deviceIds: [id] },
    fields: [
      { id: "lat", label: "Latitude", source: attribute("lat") },
      { id: "lon", label: "Longitude", source: attribute("lon") },
    ],
    visualization: { type: "map", latitude: "lat", longitude: "lon" },
  });

  const { page, complaints } = await openSignedIn(browser(), admin, `/views/${text(view, "id")}`);
  const map = page.getByRole("group", { name: /^Map\. Press/ });
  await expect.poll(() => map.locator("img.leaflet-tile-loaded").count()).toBeGreaterThan(0);

  expect(tiles.asked.map(({ path }) => path)).toContain("/14/8074/5452.svg?key=a&b");
  expect(tiles.asked.filter(({ path }) => !path.startsWith("/14/"))).toEqual([]);
  expect(new Set(tiles.asked.map(({ referrer }) => referrer))).toEqual(new Set([`${admin.baseUrl}/`]));
  await map.hover();
  await map.getByText("51.45000, -2.59000").waitFor();
  const source = page.getByText('"Tiles" of the <b>mapmakers</b>');
  expect(await source.getByRole("link").getAttribute("href")).toBe("https://maps.example.com/copyright");
  expect(await page.getByText("Coastlines").count()).toBe(0);
  const sea = (): Promise<unknown> =>
    page.evaluate(`getComputedStyle(document.querySelector(".leaflet-container")).backgroundColor`);
  expect(await sea()).toBe("rgb(243, 248, 250)");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(sea).toBe("rgb(29, 35, 38)");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(sea).toBe("rgb(243, 248, 250)");
  // What the button says holds, whatever the system has.
  await page.getByRole("button", { name: "Dark mode" }).click();
  await expect.poll(sea).toBe("rgb(29, 35, 38)");
  expect(await accessibilityProblems(page, "in the scheme that is shown")).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("button", { name: "Light mode" }).click();
  await expect.poll(sea).toBe("rgb(243, 248, 250)");
  // That of the button, which the system changes no more.
  expect(await accessibilityProblems(page, "in the scheme that is shown")).toEqual([]);
  expect(complaints).toEqual([]);
});
