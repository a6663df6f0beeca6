import { beforeEach, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { silentLogger, type LogFields, type Logger } from "../../lib/logger.ts";
import { type Mail, type MailSender, MailOutbox, type MailOutboxOptions } from "./mail-outbox.ts";

const BOUNDS: MailOutboxOptions = {
  parallelMax: 2,
  waitingMax: 2,
  triesMax: 3,
  retryMillis: 60_000,
  stopMillis: 2_000,
};

interface Sending {
  readonly subject: string;
  readonly end: (failure?: Error) => void;
}

/** Sends when the test says so. */
class HandSender implements MailSender {
  readonly sending: Sending[] = [];
  isStopped = false;

  send({ subject }: Mail): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (failure?: Error): void => {
        if (failure === undefined) resolve();
        else reject(failure);
      };
      this.sending.push({ subject, end });
    });
  }

  stop(): void {
    this.isStopped = true;
    for (const { end } of this.sending.splice(0)) end(new Error("cut off"));
  }

  /** Ends the mail that has been on its way for longest. */
  async endFirst(failure?: Error): Promise<void> {
    this.sending.shift()?.end(failure);
    await settled();
  }

  get subjects(): readonly string[] {
    return this.sending.map(({ subject }) => subject);
  }
}

async function settled(): Promise<void> {
  for (let round = 0; round < 10; round++) await Promise.resolve();
}

function mail(subject: string): Mail {
  return { to: "ada@example.com", subject, text: "text", html: "<p>text</p>" };
}

const BROKEN = new Error("refused");

let sender: HandSender;
let clock: ManualClock;
let warnings: (readonly [string, LogFields | undefined])[];
let outbox: MailOutbox;
beforeEach(() => {
  sender = new HandSender();
  clock = new ManualClock();
  warnings = [];
  const log: Logger = { ...silentLogger, warn: (event, fields) => void warnings.push([event, fields]) };
  outbox = new MailOutbox({ sender, clock, log }, BOUNDS);
});

test("a few mails are sent at a time, the others wait for their turn", async () => {
  const delivered = ["a", "b", "c"].map((subject) => outbox.deliver(mail(subject)));
  expect(sender.subjects).toEqual(["a", "b"]);
  expect(outbox.counts.waiting).toBe(1);

  await sender.endFirst();
  await delivered[0];
  expect(sender.subjects).toEqual(["b", "c"]);
  await sender.endFirst();
  await sender.endFirst();
  await Promise.all(delivered);
  expect(outbox.counts).toEqual({ sent: 3, failed: 0, dropped: 0, waiting: 0 });
});

test("beyond the bound a mail that a caller waits for is refused, and one in the background dropped and logged", async () => {
  const delivered = ["a", "b", "c", "d"].map((subject) => outbox.deliver(mail(subject)));

  await expect(outbox.deliver(mail("e"))).rejects.toMatchObject({
    kind: "unavailable",
    details: { reason: "mail-failed", limit: { name: "mail.waitingMax", value: 2 } },
  });
  outbox.post(mail("f"));
  expect(warnings).toMatchObject([["mail could not be sent and was given up", { subject: "f", tries: 1 }]]);
  expect(outbox.counts).toMatchObject({ dropped: 1, waiting: 2 });
  for (let left = 0; left < 4; left++) await sender.endFirst();
  await Promise.all(delivered);
});

test("a mail that somebody waits for fails at once", async () => {
  const delivered = outbox.deliver(mail("a"));
  sender.sending.shift()?.end(BROKEN);

  await expect(delivered).rejects.toBe(BROKEN);
  clock.advance(600_000);
  expect(sender.subjects).toEqual([]);
});

test("one in the background is tried again, three times in all, and then dropped and logged", async () => {
  outbox.post(mail("a"));
  await sender.endFirst(BROKEN);
  clock.advance(59_999);
  expect(sender.subjects).toEqual([]);
  clock.advance(1);
  expect(sender.subjects).toEqual(["a"]);
  await sender.endFirst(BROKEN);
  clock.advance(60_000);
  expect(warnings).toEqual([]);
  await sender.endFirst(BROKEN);

  expect(warnings).toMatchObject([
    ["mail could not be sent and was given up", { subject: "a", tries: 3, error: BROKEN }],
  ]);
  clock.advance(600_000);
  expect(sender.subjects).toEqual([]);
  expect(outbox.counts).toEqual({ sent: 0, failed: 3, dropped: 1, waiting: 0 });
});

test("a later try succeeds", async () => {
  outbox.post(mail("a"));
  await sender.endFirst(BROKEN);
  clock.advance(60_000);
  await sender.endFirst();

  expect(outbox.counts).toEqual({ sent: 1, failed: 1, dropped: 0, waiting: 0 });
  expect(warnings).toEqual([]);
});

test("a mail that waits for its next try counts as waiting", async () => {
  for (const subject of ["a", "b"]) outbox.post(mail(subject));
  await sender.endFirst(BROKEN);
  await sender.endFirst(BROKEN);
  const delivered = ["c", "d"].map((subject) => outbox.deliver(mail(subject)));

  await expect(outbox.deliver(mail("e"))).rejects.toMatchObject({ kind: "unavailable" });
  await sender.endFirst();
  await sender.endFirst();
  await Promise.all(delivered);
});

test("a stop drops what waits, says so, and lets what is being sent end", async () => {
  const sending = ["a", "b"].map((subject) => outbox.deliver(mail(subject)));
  const waiting = outbox.deliver(mail("c"));
  const stopped = outbox.stop();

  await expect(waiting).rejects.toMatchObject({ kind: "unavailable", details: { reason: "mail-failed" } });
  await sender.endFirst();
  await sender.endFirst();
  await Promise.all([stopped, ...sending]);
  expect(warnings).toEqual([["mails dropped, the platform stops", { mails: 1 }]]);
  await expect(outbox.deliver(mail("late"))).rejects.toMatchObject({ kind: "unavailable" });
  expect(clock.pendingTimers).toBe(0);
});

test("a stop cuts off what takes too long, and tries nothing again", async () => {
  outbox.post(mail("a"));
  await sender.endFirst(BROKEN);
  outbox.post(mail("b"));
  const stopped = outbox.stop();
  clock.advance(2_000);
  await stopped;

  expect(sender.isStopped).toBe(true);
  expect(clock.pendingTimers).toBe(0);
  clock.advance(600_000);
  expect(sender.subjects).toEqual([]);
  await outbox.stop();
});
