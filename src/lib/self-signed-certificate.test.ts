import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { millis } from "./clock.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";

const at = (text: string) => millis(Date.parse(text));

function certificateOf(names: readonly [string, ...string[]], validTo = "2028-06-01T00:00:00Z"): X509Certificate {
  const { cert } = selfSignedCertificate({ names, validFrom: at("2026-06-01T12:34:56.789Z"), validTo: at(validTo) });
  return new X509Certificate(cert);
}

test("the first name is the subject's and the issuer's, and the signature is its own", () => {
  const certificate = certificateOf(["plant.example.com", "localhost"]);

  expect(certificate.subject).toBe("CN=plant.example.com");
  expect(certificate.checkIssued(certificate)).toBe(true);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.ca).toBe(false);
});

test("the key is that of the certificate, and each certificate has a key and a number of its own", () => {
  const request = { names: ["localhost"], validFrom: at("2026-01-01"), validTo: at("2027-01-01") } as const;
  const [one, other] = [selfSignedCertificate(request), selfSignedCertificate(request)];

  expect(one.key).not.toBe(other.key);
  expect(new X509Certificate(one.cert).serialNumber).not.toBe(new X509Certificate(other.cert).serialNumber);
});

test.each([
  ["2049-12-31T23:59:59Z", "Dec 31 23:59:59 2049 GMT"],
  ["2050-01-01T00:00:00Z", "Jan  1 00:00:00 2050 GMT"],
])("it ends at %s, on either side of the year in which dates change their form", (validTo, shown) => {
  const certificate = certificateOf(["localhost"], validTo);

  expect(certificate.validTo).toBe(shown);
  expect(certificate.validFrom).toBe("Jun  1 12:34:56 2026 GMT");
});

test.each(["127.0.0.1", "10.0.200.7", "::1", "fd00::1:2", "2001:db8:1:2:3:4:5:6", "::ffff:10.0.0.1", "fe80::"])(
  "the address %s is one",
  (address) => {
    const certificate = certificateOf(["localhost", address]);

    expect(certificate.checkIP(address)).toBe(address);
    expect(certificate.checkIP("192.0.2.1")).toBeUndefined();
  },
);

test("so many names that lengths take two bytes are all found", () => {
  const names = Array.from({ length: 100 }, (_, index) => `host-${String(index)}.example.com`);
  const certificate = certificateOf(["localhost", ...names]);

  for (const name of names) expect(certificate.checkHost(name)).toBe(name);
});
