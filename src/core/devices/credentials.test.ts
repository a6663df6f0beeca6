import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { freshCertificateBody, pemOf } from "../../../test/support/certificates.ts";
import { newAccessToken, checkCredentials, CREDENTIALS_TEXT_LENGTH_MAX } from "./credentials.ts";

const sha3 = (text: string): string => createHash("sha3-256").update(text).digest("hex");
const basic = (value: unknown) =>
  checkCredentials({ kind: "MQTT_BASIC", credentialsId: "whatever was sent", credentialsValue: JSON.stringify(value) });
const token = (credentialsId: string | null) =>
  checkCredentials({ kind: "ACCESS_TOKEN", credentialsId, credentialsValue: "ignored" });
const certificate = (credentialsValue: string | null) =>
  checkCredentials({ kind: "X509_CERTIFICATE", credentialsId: null, credentialsValue });

test("a generated token has 20 letters and digits, and none comes twice", () => {
  const tokens = Array.from({ length: 1_000 }, () => newAccessToken());
  for (const drawn of tokens) expect(drawn).toMatch(/^[A-Za-z0-9]{20}$/);
  expect(new Set(tokens).size).toBe(1_000);
});

describe("ACCESS_TOKEN", () => {
  test("the id is the token as sent, never trimmed, and the value is null", () => {
    expect(token(" t ")).toEqual({ kind: "ACCESS_TOKEN", credentialsId: " t ", credentialsValue: null });
  });

  test("a missing token is drawn", () => {
    for (const missing of [null, ""]) expect(token(missing).credentialsId).toMatch(/^[A-Za-z0-9]{20}$/);
  });

  test("blank ones, control characters, half surrogates and too long ones are invalid", () => {
    for (const bad of ["  ", "a\nb", "a\u0000", "a\u007f", "\ud800", "x".repeat(CREDENTIALS_TEXT_LENGTH_MAX + 1)])
      expect(() => token(bad)).toThrow(expect.objectContaining({ kind: "invalid" }));
    expect(token("x".repeat(CREDENTIALS_TEXT_LENGTH_MAX)).credentialsId).toHaveLength(CREDENTIALS_TEXT_LENGTH_MAX);
  });
});

describe("MQTT_BASIC", () => {
  test("only a user name: the id is the user name", () => {
    expect(basic({ userName: "u", password: "p" })).toEqual({
      kind: "MQTT_BASIC",
      credentialsId: "u",
      credentialsValue: '{"clientId":null,"userName":"u","password":"p"}',
    });
  });

  test("only a client id: the id is its SHA3-256", () => {
    expect(basic({ clientId: "c" }).credentialsId).toBe(sha3("c"));
  });

  test("both: the id is the SHA3-256 of the two joined by a pipe", () => {
    expect(basic({ clientId: "c", userName: "u" }).credentialsId).toBe(sha3("c|u"));
  });

  test("neither of the two, and a password with a client id alone, are invalid; empty counts as missing", () => {
    for (const bad of [{}, { clientId: "", userName: "" }, { password: "p" }, { clientId: "c", password: "p" }])
      expect(() => basic(bad)).toThrow(expect.objectContaining({ kind: "invalid" }));
    expect(basic({ clientId: "c", userName: "", password: "" }).credentialsId).toBe(sha3("c"));
  });

  test("a value that is no JSON object with text members is invalid", () => {
    for (const bad of [[], "x", 5, null, { userName: 5 }])
      expect(() => basic(bad)).toThrow(expect.objectContaining({ kind: "invalid" }));
    for (const credentialsValue of [null, "", "{"])
      expect(() => checkCredentials({ kind: "MQTT_BASIC", credentialsId: null, credentialsValue })).toThrow(
        expect.objectContaining({ kind: "invalid" }),
      );
  });

  test("control characters are invalid in every part", () => {
    for (const bad of [{ clientId: "a\tb" }, { userName: "a\nb" }, { userName: "u", password: "\u0001" }])
      expect(() => basic(bad)).toThrow(expect.objectContaining({ kind: "invalid" }));
  });
});

describe("X509_CERTIFICATE", () => {
  const body = freshCertificateBody();
  const pem = pemOf(body, "\r\n");

  test("header, footer and line breaks are stripped; the id is the SHA3-256 of the rest", () => {
    const expected = { kind: "X509_CERTIFICATE", credentialsId: sha3(body), credentialsValue: body };
    expect(certificate(pem)).toEqual(expected);
    expect(certificate(body)).toEqual(expected);
    expect(certificate(pem.replaceAll("\r\n", "\n"))).toEqual(expected);
  });

  test("of a chain the first certificate counts", () => {
    expect(certificate(`${pem}${pemOf(freshCertificateBody())}`).credentialsValue).toBe(body);
  });

  test("no certificate, and text that is no base64, are invalid", () => {
    for (const bad of [null, " ", "not base64!", "-----BEGIN CERTIFICATE----------END CERTIFICATE-----"])
      expect(() => certificate(bad)).toThrow(expect.objectContaining({ kind: "invalid" }));
  });

  test("base64 that is no certificate, or more than one, is invalid: no device could present it", () => {
    const der = Buffer.from(body, "base64");
    for (const bytes of [
      Buffer.from("nocertificate"),
      der.subarray(0, -1),
      Buffer.concat([der, Buffer.from("x")]),
      Buffer.from(pem),
    ])
      expect(() => certificate(bytes.toString("base64"))).toThrow(
        expect.objectContaining({
          kind: "invalid",
          message: expect.stringMatching(/^the certificate .* got \d+ bytes$/) as string,
        }),
      );
    expect(() => certificate("nocertificate")).toThrow(expect.objectContaining({ kind: "invalid" }));
  });
});

test("any other type is invalid", () => {
  for (const kind of ["LWM2M_CREDENTIALS", "", "access_token"])
    expect(() => checkCredentials({ kind, credentialsId: "x", credentialsValue: null })).toThrow(
      expect.objectContaining({ kind: "invalid" }),
    );
});
