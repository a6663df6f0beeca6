// What the platform tells as data, in words.
import { expect, test } from "vitest";
import { server as german } from "./de/server.ts";
import { server as english } from "./en/server.ts";
import { worded } from "./worded.ts";

test("a finding is worded by its kind, of the values it is told with", () => {
  const values = { file: "/etc/full.pem", days: 9 };

  expect(worded(german.findings.found, "certificate-ends", values)).toBe(
    "Das Zertifikat /etc/full.pem läuft in 9 Tagen ab.",
  );
  expect(worded(english.findings.found, "certificate-ends", values)).toBe(
    "The certificate /etc/full.pem ends in 9 days.",
  );
});

test("a kind that the page does not know has no words", () => {
  expect(worded(german.findings.found, "of-a-newer-platform", {})).toBeNull();
  expect(worded(german.findings.found, "toString", {})).toBeNull();
});
