import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { millis } from "../../lib/clock.ts";
import type { Language } from "../language.ts";
import { AccountMails } from "./account-mails.ts";
import { type Mail, MailOutbox } from "./mail-outbox.ts";

const BASE = "https://iot.example.com/plant?a=1&b=\"<2>'";

function writer(base = BASE) {
  const clock = new ManualClock();
  const sent: Mail[] = [];
  const sender = {
    send: (mail: Mail) => {
      sent.push(mail);
      return Promise.resolve();
    },
    stop: () => undefined,
  };
  const bounds = { parallelMax: 10, waitingMax: 10, triesMax: 1, retryMillis: 1, stopMillis: 1 };
  return {
    mails: new AccountMails(new MailOutbox({ sender, clock, log: silentLogger }, bounds), base, clock),
    sent,
    clock,
  };
}

function reads(email: string, language: Language = "en") {
  return { email, language };
}

test("each mail has its recipient, one link, and the same words in both forms", async () => {
  const { mails, sent, clock } = writer("https://iot.example.com");
  await mails.invite(reads("ada@example.com"), "token-1", millis(clock.now() + 24 * 3_600_000));
  mails.accountActivated(reads("bob@example.com"));
  mails.passwordReset(reads("cy@example.com"), "token-2", millis(clock.now() + 90 * 60_000));
  mails.accountLocked(reads("security@example.com"), "dan@example.com");

  expect(sent.map(({ to }) => to)).toEqual([
    "ada@example.com",
    "bob@example.com",
    "cy@example.com",
    "security@example.com",
  ]);
  const links = [
    "https://iot.example.com/api/noauth/activate?activateToken=token-1",
    "https://iot.example.com/login",
    "https://iot.example.com/api/noauth/resetPassword?resetToken=token-2",
    "https://iot.example.com/login",
  ];
  sent.forEach(({ text, html }, index) => {
    expect(text.match(/https?:\S+/g)).toEqual([links[index]]);
    expect(html).toContain(`<a href="${links[index] ?? ""}">`);
    expect(html).not.toMatch(/<img|<script|src=|@import/i);
  });
  expect(sent[0]?.text).toContain("24 hours");
  expect(sent[2]?.text).toContain("90 minutes");
  expect(sent[3]?.text).toContain("dan@example.com");
});

test("what stands in HTML is escaped, and what stands in a link is encoded", async () => {
  const { mails, sent, clock } = writer();
  await mails.invite(reads("ada@example.com"), "a&b=<c>", millis(clock.now() + 60_000));
  mails.accountLocked(reads("security@example.com"), "o'neil&co@example.com");

  const [invitation, locked] = sent;
  expect(invitation?.text).toContain(`${BASE}/api/noauth/activate?activateToken=a%26b%3D%3Cc%3E`);
  expect(invitation?.html).toContain('href="https://iot.example.com/plant?a=1&amp;b=&quot;&lt;2&gt;&#39;/api/');
  expect(locked?.html).toContain("o&#39;neil&amp;co@example.com");
});

test("each mail is in the language of the one who gets it", async () => {
  const { mails, sent, clock } = writer("https://iot.example.com");
  const [ada, until] = [reads("ada@example.com", "de"), millis(clock.now() + 24 * 3_600_000)];
  await mails.invite(ada, "token-1", until);
  mails.accountActivated(ada);
  mails.passwordReset(ada, "token-2", until);
  mails.accountLocked(ada, "dan@example.com");

  expect(sent.map(({ subject }) => subject)).toEqual([
    "Bridgehead: Ihr Konto",
    "Bridgehead: Ihr Konto ist aktiv",
    "Bridgehead: Neues Passwort festlegen",
    "Bridgehead: Ein Konto wurde gesperrt",
  ]);
  expect(sent[0]?.text).toContain("Der Link gilt einmal und 24 Stunden lang.");
  expect(sent.every(({ html }) => html.includes('<html lang="de">'))).toBe(true);
  expect(sent.every(({ text }) => text.includes("https://iot.example.com/"))).toBe(true);
});
