// What the platform tells as data, in words.
import { expect, test } from "vitest";
import { warning } from "../../src/core/analytics/report/warning-words.ts";
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

test("a warning about a report is worded by its code", () => {
  const { code, message, values } = warning("REPORT_EXPENSIVE", {
    samples: 2_000,
    samplesMax: null,
    amount: 1,
    bucket: "day",
  });

  expect(worded(english.warnings, code, values)).toBe(message);
  expect(worded(german.warnings, code, values)).toBe(
    "Der Bericht liest etwa 2,000 Messwerte; Intervalle von 1 Tag, ein kürzerer Zeitraum oder weniger Geräte machen ihn schneller.",
  );
});
