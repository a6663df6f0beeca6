import { expect, test } from "vitest";
import { parsePage, toPage } from "./paging.ts";

const query = (more: object = {}) => ({ pageSize: 10, page: 0, ...more });

test("the size is cut to what the server gives, and the counts follow the size in effect", () => {
  const page = parsePage(query({ pageSize: 2_147_483_647, page: 1 }), ["name"], 5);
  expect(page).toEqual({ page: 1, size: 5, textSearch: null, sort: null });
  expect(toPage({ items: [1, 2], total: 11 }, page, String)).toEqual({
    data: ["1", "2"],
    totalPages: 3,
    totalElements: 11,
    hasNext: true,
  });
  expect(toPage({ items: [], total: 0 }, { ...page, page: 0 }, String)).toEqual({
    data: [],
    totalPages: 0,
    totalElements: 0,
    hasNext: false,
  });
});

test("sorting: by id without a property, by one of the list's otherwise, in any letter case of the order", () => {
  const sort = (more: object) => parsePage(query(more), ["name"], 5).sort;
  expect(sort({})).toBeNull();
  expect(sort({ sortOrder: "asc" })).toBeNull();
  expect(sort({ sortOrder: "desc" })).toEqual({ property: "id", order: "DESC" });
  expect(sort({ sortProperty: "name" })).toEqual({ property: "name", order: "ASC" });
  expect(sort({ sortProperty: "id", sortOrder: "Desc" })).toEqual({ property: "id", order: "DESC" });
  expect(() => sort({ sortProperty: "constructor" })).toThrow(
    'sortProperty must be one of id, name, got "constructor"',
  );
});

test("an empty search is none", () => {
  expect(parsePage(query({ textSearch: "" }), [], 5).textSearch).toBeNull();
  expect(parsePage(query({ textSearch: "a%" }), [], 5).textSearch).toBe("a%");
});
