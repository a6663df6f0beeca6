import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { SERVER_CERTIFICATE } from "../../../test/support/certificates.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { RudeSmtp, SMTP_LOGIN, TestSmtp } from "../../../test/support/smtp.ts";
import type { Mail } from "../../core/mail/mail-outbox.ts";
import { SmtpSender, type SmtpOptions } from "./smtp-sender.ts";

const MAIL: Mail = {
  to: "ada@example.com",
  subject: "Grüße",
  text: "Öffnen: https://iot.example.com/x?y=1&z=2\n",
  html: "<p>Öffnen</p>\n",
};

const clock = new ManualClock();
const senders: SmtpSender[] = [];
afterEach(() => {
  for (const sender of senders.splice(0)) sender.stop();
});

function senderFor(port: number, settings: Partial<SmtpOptions> = {}): SmtpSender {
  const sender = new SmtpSender(
    {
      host: "localhost",
      port,
      security: "none",
      login: undefined,
      trusted: SERVER_CERTIFICATE,
      from: "Plant 7 <platform@example.com>",
      answerMillis: 20_000,
      sendMillis: 30_000,
      ...settings,
    },
    clock,
  );
  senders.push(sender);
  return sender;
}

const FAILED = { kind: "unavailable", details: { reason: "mail-failed" } };

test("a mail arrives with both its forms, its sender and its date", async () => {
  await using smtp = await TestSmtp.start({ authOptional: true, disabledCommands: ["STARTTLS"] });
  await senderFor(smtp.port).send(MAIL);

  const mail = await smtp.next();
  expect(mail).toMatchObject({ from: "platform@example.com", to: [MAIL.to], secure: false });
  expect(mail.text.replaceAll("\r\n", "\n")).toContain(MAIL.text);
  expect(mail.html.replaceAll("\r\n", "\n")).toContain(MAIL.html);
  expect(mail.headers.get("from")).toBe("Plant 7 <platform@example.com>");
  expect(mail.headers.get("to")).toBe(MAIL.to);
  expect(new Date(mail.headers.get("date") ?? "").getTime()).toBe(clock.now());
  expect(mail.headers.get("auto-submitted")).toBe("auto-generated");
});

describe("encryption", () => {
  test("STARTTLS: the mail goes encrypted", async () => {
    await using smtp = await TestSmtp.start();
    await senderFor(smtp.port, { security: "starttls" }).send(MAIL);

    expect(await smtp.next()).toMatchObject({ secure: true });
  });

  test("STARTTLS: nothing goes to a server that does not offer it", async () => {
    await using smtp = await TestSmtp.start({ authOptional: true, disabledCommands: ["STARTTLS"] });

    await expect(senderFor(smtp.port, { security: "starttls" }).send(MAIL)).rejects.toMatchObject(FAILED);
    expect(smtp.received).toEqual([]);
  });

  test("TLS from the first byte", async () => {
    await using smtp = await TestSmtp.start({ authOptional: true, secure: true });
    await senderFor(smtp.port, { security: "tls" }).send(MAIL);

    expect(await smtp.next()).toMatchObject({ secure: true });
  });

  test.each(["starttls", "tls"] as const)(
    "%s: nothing goes to a server whose certificate is not signed",
    async (security) => {
      await using smtp = await TestSmtp.start({ authOptional: true, secure: security === "tls" });

      await expect(senderFor(smtp.port, { security, trusted: undefined }).send(MAIL)).rejects.toMatchObject(FAILED);
      expect(smtp.received).toEqual([]);
    },
  );
});

describe("authentication", () => {
  test("with the right login the mail is taken", async () => {
    await using smtp = await TestSmtp.start({});
    await senderFor(smtp.port, { security: "starttls", login: SMTP_LOGIN }).send(MAIL);

    expect(await smtp.next()).toMatchObject({ user: SMTP_LOGIN.user });
  });

  test("a wrong one fails, and the message holds neither password nor recipient", async () => {
    await using smtp = await TestSmtp.start({});
    const login = { user: SMTP_LOGIN.user, password: "another-secret" };
    const failure: unknown = await senderFor(smtp.port, { security: "starttls", login })
      .send(MAIL)
      .catch((error: unknown) => error);

    expect(failure).toMatchObject(FAILED);
    expect(String(failure)).toContain("535");
    expect(String(failure)).not.toContain("another-secret");
  });

  test("a server that offers none gets no mail that was to be authenticated", async () => {
    await using smtp = await TestSmtp.start({ authOptional: true, disabledCommands: ["AUTH"] });

    await expect(senderFor(smtp.port, { login: SMTP_LOGIN, security: "starttls" }).send(MAIL)).rejects.toMatchObject(
      FAILED,
    );
    expect(smtp.received).toEqual([]);
  });
});

describe("failures", () => {
  test("a refusal says what the server said, without the recipient", async () => {
    await using smtp = await TestSmtp.start();
    smtp.refusal = { code: 550, text: `no mailbox ${MAIL.to} here` };
    const failure: unknown = await senderFor(smtp.port, { security: "starttls" })
      .send(MAIL)
      .catch((error: unknown) => error);

    expect(failure).toMatchObject(FAILED);
    expect(String(failure)).toContain("550 no mailbox the recipient here");
    expect(String(failure)).not.toContain(MAIL.to);
  });

  test("no server listens", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");

    await expect(senderFor(port).send(MAIL)).rejects.toMatchObject(FAILED);
  });

  test("a server that takes the connection and says nothing is given up", async () => {
    await using smtp = await RudeSmtp.silent();

    await expect(senderFor(smtp.port, { answerMillis: 100 }).send(MAIL)).rejects.toMatchObject(FAILED);
    await smtp.idle();
  });

  test("a server that drops the connection in the middle of the mail", async () => {
    await using smtp = await RudeSmtp.untilData((socket) => socket.destroy());

    await expect(senderFor(smtp.port).send(MAIL)).rejects.toMatchObject(FAILED);
  });

  test("a mail as a whole has a deadline, however the server keeps the connection busy", async () => {
    let reached: (() => void) | undefined;
    const waits = new Promise<void>((resolve) => (reached = resolve));
    await using smtp = await RudeSmtp.untilData((socket) => {
      socket.write("250-still");
      reached?.();
    });
    const sending = senderFor(smtp.port).send(MAIL);
    await waits;
    clock.advance(30_000);

    await expect(sending).rejects.toThrow("it took longer than 30000 ms");
    await smtp.idle();
    expect(clock.pendingTimers).toBe(0);
  });

  test("a stop ends what is on its way", async () => {
    await using smtp = await RudeSmtp.silent();
    const sender = senderFor(smtp.port);
    const sending = sender.send(MAIL);
    await smtp.connection(1);
    sender.stop();

    await expect(sending).rejects.toThrow("the platform stops");
    await smtp.idle();
  });
});
