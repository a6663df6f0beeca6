import { expect, test } from "vitest";
import { entityRef, NULL_UUID, parseEntityType, parseIdList, parseRef, requireRef } from "./entity-ids.ts";

const ID = "784f394c-42b6-435a-983c-b7beff2784f9";

test("none is written as the reserved id, and read from it, from null and from nothing", () => {
  expect(entityRef("CUSTOMER", null)).toEqual({ entityType: "CUSTOMER", id: NULL_UUID });
  for (const sent of [undefined, null, { id: NULL_UUID }, { entityType: "CUSTOMER", id: NULL_UUID.toUpperCase() }])
    expect(parseRef(sent, "CUSTOMER", "customerId")).toBeNull();
});

test("the type of a sent reference may be missing but not wrong", () => {
  expect(parseRef({ id: ID.toUpperCase() }, "DEVICE", "id")).toBe(ID);
  expect(parseRef({ entityType: null, id: ID }, "DEVICE", "id")).toBe(ID);
  expect(() => parseRef({ entityType: "ASSET", id: ID }, "DEVICE", "id")).toThrow(
    'id.entityType must be DEVICE, got "ASSET"',
  );
  expect(() => parseRef({ id: "x" }, "DEVICE", "id")).toThrow('id.id must be a UUID, got "x"');
  expect(() => requireRef(null, "DEVICE", "deviceId")).toThrow("deviceId is required");
});

test("lists of ids need one at least", () => {
  expect(parseIdList([`${ID}, ,${ID}`], "ids")).toEqual([ID, ID]);
  expect(() => parseIdList([" , "], "ids")).toThrow("ids must name at least one id");
  expect(() => parseIdList(["constructor"], "ids")).toThrow("must be a UUID");
});

test("types are the known words only", () => {
  expect(parseEntityType("DEVICE", "entityType")).toBe("DEVICE");
  for (const word of ["device", "__proto__", ""])
    expect(() => parseEntityType(word, "entityType")).toThrow("entityType must be one of");
});
