import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { millis } from "../../lib/clock.ts";
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

test("each mail has its recipient, one link, and the same words in both forms", async () => {
  const { mails, sent, clock } = writer("https://iot.example.com");
  await mails.invite("ada@example.com", "token-1", millis(clock.now() + 24 * 3_600_000));
  mails.accountActivated("bob@example.com");
  mails.passwordReset("cy@example.com", "token-2", millis(clock.now() + 90 * 60_000));
  mails.accountLocked("security@example.com", "dan@example.com");

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
  await mails.invite("ada@example.com", "a&b=<c>", millis(clock.now() + 60_000));
  mails.accountLocked("security@example.com", "o'neil&co@example.com");

  const [invitation, locked] = sent;
  expect(invitation?.text).toContain(`${BASE}/api/noauth/activate?activateToken=a%26b%3D%3Cc%3E`);
  expect(invitation?.html).toContain('href="https://iot.example.com/plant?a=1&amp;b=&quot;&lt;2&gt;&#39;/api/');
  expect(locked?.html).toContain("o&#39;neil&amp;co@example.com");
});
