import { expect, test } from "vitest";
import { DomainError } from "../../core/errors.ts";
import { authenticate, presentedCredential, type Authenticator } from "./authentication.ts";

const found = (xAuthorization?: string, authorization?: string) =>
  presentedCredential({
    ...(xAuthorization === undefined ? {} : { "x-authorization": xAuthorization }),
    ...(authorization === undefined ? {} : { authorization }),
  });

test("both headers are read, X-Authorization first, the scheme in any case and with blanks around", () => {
  expect(found("Bearer a")).toEqual({ kind: "bearer", value: "a" });
  expect(found("  bEARER   a  ")).toEqual({ kind: "bearer", value: "a" });
  expect(found("apikey k")).toEqual({ kind: "api-key", value: "k" });
  expect(found(undefined, "Bearer b")).toEqual({ kind: "bearer", value: "b" });
  expect(found("Bearer a", "Bearer b")).toEqual({ kind: "bearer", value: "a" });
});

test("of both methods on one request the JWT decides", () => {
  expect(found("ApiKey k", "Bearer b")).toEqual({ kind: "bearer", value: "b" });
  expect(found("Bearer a", "ApiKey k")).toEqual({ kind: "bearer", value: "a" });
  expect(found("ApiKey k, Bearer a")).toEqual({ kind: "bearer", value: "a" });
  expect(found("ApiKey k", "Basic b")).toEqual({ kind: "api-key", value: "k" });
});

test.each([
  [undefined, undefined],
  ["", undefined],
  [" ", "Bearer b"],
  ["Basic b", undefined],
  ["Bearer", undefined],
  ["Bearer a b", undefined],
  ["Basic b", "Bearer b"],
])("X-Authorization %j with Authorization %j is no credential", (own, standard) => {
  expect(() => found(own, standard)).toThrow(DomainError);
});

test("an API key is refused where the installation takes none", () => {
  const channel = { isLocal: false, isEncrypted: true, remoteAddress: "::1" };
  const none: Authenticator = { authenticateBearer: () => Promise.reject(new Error("not asked")) };
  expect(() => authenticate(none, { "x-authorization": "ApiKey k" }, channel)).toThrow("takes no API keys");
});
