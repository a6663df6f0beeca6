// What the page resolves references in: the part of the description that a call needs, with nothing missing.
import { expect, test } from "vitest";
import { partAt } from "./description-part.js";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Things" },
  paths: {
    "/a": { get: { answers: reference("A") }, post: { body: reference("C") } },
    "/b": { get: { answers: reference("C") } },
  },
  components: {
    schemas: {
      A: { items: [reference("B")] },
      B: { parent: reference("A"), slash: reference("x~1y%20z") },
      C: {},
      "x/y z": {},
    },
    securitySchemes: { key: { type: "apiKey" } },
  },
};

test("a call comes with the components that it refers to, however far, and with no others", () => {
  const { schemas } = DESCRIPTION.components;
  expect(partAt(DESCRIPTION, ["paths", "/a", "get"])).toEqual({
    openapi: "3.1.0",
    info: { title: "Things" },
    paths: { "/a": { get: DESCRIPTION.paths["/a"].get } },
    components: { schemas: { A: schemas.A, B: schemas.B, "x/y z": {} } },
  });
});

test("a component by itself comes with what it refers to", () => {
  expect(partAt(DESCRIPTION, ["components", "securitySchemes"])).toMatchObject({
    paths: {},
    components: { securitySchemes: DESCRIPTION.components.securitySchemes },
  });
});

test("a place that is not there brings nothing", () => {
  expect(partAt(DESCRIPTION, ["paths", "__proto__", "get"])).toMatchObject({ paths: {}, components: {} });
});
