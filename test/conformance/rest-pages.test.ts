// REST contract 1.3, sentence by sentence where no other file has it: the bound of a page, ties, empty parameters.
import { describe, expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text, type RestClient } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";

const ROWS_MAX = 3;
const platform = useTestPlatform({ settings: { "rest.pageRowsMax": ROWS_MAX } });

async function names(rest: RestClient, path: string, member_ = "name"): Promise<string[]> {
  const data = member(await rest.get(path), "data");
  return Array.isArray(data) ? data.map((each) => text(each, member_)) : [];
}

describe("pages", () => {
  test("REST §1.3: a page has REST_MAX_PAGE_ROWS rows at most, and the counts follow the size in effect", async () => {
    const tenant = await platform().createTenant();
    for (let number = 0; number < 7; number++) await tenant.createDevice({ name: `d${String(number)}` });
    const pages = [];
    for (const page of [0, 1, 2, 3])
      pages.push(await tenant.rest.get(`/api/tenant/devices?pageSize=2147483647&page=${String(page)}`));
    expect(pages.map((page) => (member(page, "data") as unknown[]).length)).toEqual([3, 3, 1, 0]);
    expect(pages.map((page) => member(page, "hasNext"))).toEqual([true, true, false, false]);
    for (const page of pages) expect(page).toMatchObject({ totalPages: 3, totalElements: 7 });
    for (const page of pages)
      expect(Object.keys(page as object).toSorted()).toEqual(["data", "hasNext", "totalElements", "totalPages"]);
  });

  test("REST §1.3: a list of nothing has no pages", async () => {
    const tenant = await platform().createTenant();
    expect(await tenant.rest.get("/api/customers?pageSize=10&page=0")).toEqual({
      data: [],
      totalPages: 0,
      totalElements: 0,
      hasNext: false,
    });
  });

  test.each([
    "pageSize=-1&page=0",
    "pageSize=&page=0",
    "pageSize=1&page=",
    "pageSize=1e3&page=0",
    "pageSize=0x10&page=0",
    "pageSize=99999999999999999999&page=0",
    "pageSize=NaN&page=0",
    "pageSize=1&page=0&sortProperty=na%20me",
    "pageSize=1&page=0&sortProperty=name,id",
    "pageSize=1&page=0&sortProperty=n%C3%A4me",
    "pageSize=1&page=0&sortProperty=__proto__",
    "pageSize=1&page=0&sortProperty=constructor",
    "pageSize=1&page=0&sortProperty=name&sortOrder=ASCENDING",
    "pageSize=1&page=0&sortProperty=name&sortOrder=ASC%20",
  ])("REST §1.3: %s answers 400/31", async (query) => {
    for (const path of ["/api/tenant/devices", "/api/users", "/api/customers", "/api/audit/logs"])
      expectError(await platform().tenant.rest.request("GET", `${path}?${query}`), 400, 31);
  });
});

describe("order", () => {
  test("REST §1.3: rows that sort alike are in the order of their ids, both ways", async () => {
    const tenant = await platform().createTenant();
    for (const name of ["c", "a", "b"])
      await tenant.rest.post("/api/device", { name, label: name === "b" ? "second" : "first" });
    const by = (query: string): Promise<string[]> =>
      names(tenant.rest, `/api/tenant/devices?pageSize=10&page=0${query}`);
    expect(await by("")).toEqual(["c", "a", "b"]);
    expect(await by("&sortProperty=label")).toEqual(["c", "a", "b"]);
    expect((await by("&sortProperty=label&sortOrder=DESC")).at(0)).toBe("b");
    expect(await by("&sortProperty=name")).toEqual(["a", "b", "c"]);
    expect(await by("&sortProperty=name&sortOrder=dEsC")).toEqual(["c", "b", "a"]);
    expect(await by("&sortProperty=id&sortOrder=DESC")).toEqual(["b", "a", "c"]);
  });

  test("REST §1.3: values that are null do not disturb the order", async () => {
    const tenant = await platform().createTenant();
    for (const [name, label] of [
      ["a", null],
      ["b", "x"],
      ["c", null],
    ])
      await tenant.rest.post("/api/device", { name, label });
    for (const order of ["ASC", "DESC"]) {
      const pages = [];
      for (const page of [0, 1, 2])
        pages.push(
          ...(await names(
            tenant.rest,
            `/api/tenant/devices?pageSize=1&page=${String(page)}&sortProperty=label&sortOrder=${order}`,
          )),
        );
      expect(pages.toSorted()).toEqual(["a", "b", "c"]);
    }
  });
});

describe("search", () => {
  test("REST §1.3: a search finds any part, in any case of letters, with \\ and ' as ordinary characters", async () => {
    const tenant = await platform().createTenant();
    for (const title of ["Größe\\1", "it's 100%", "Straße"]) await tenant.rest.post("/api/customer", { title });
    const found = (search: string): Promise<string[]> =>
      names(tenant.rest, `/api/customers?pageSize=10&page=0&textSearch=${encodeURIComponent(search)}`, "title");
    expect(await found("GRÖSSE")).toEqual([]);
    expect(await found("GRÖ")).toEqual(["Größe\\1"]);
    expect(await found("\\")).toEqual(["Größe\\1"]);
    expect(await found("'S 1")).toEqual(["it's 100%"]);
    expect(await found("0%")).toEqual(["it's 100%"]);
    expect(await found("ASS")).toEqual([]);
    expect(await found("raß")).toEqual(["Straße"]);
    expect(await found("")).toHaveLength(3);
  });
});
