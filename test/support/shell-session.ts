// One shell into which commands are typed one after the other, as a reader of a document does.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { byDeadline } from "./deadline.ts";

const ANSWER_MILLIS_MAX = 60_000;

export interface ShellSettings {
  /** Typed first; prints nothing. */
  readonly preamble: string;
  readonly environment: Readonly<Record<string, string>>;
}

export class ShellSession {
  readonly #shell;
  readonly #ended;
  readonly #mark = `end-of-answer-${String(process.pid)}`;
  #printed = "";
  #complaints = "";
  #heard = Promise.withResolvers<undefined>();

  constructor({ preamble, environment }: ShellSettings) {
    const shell = spawn("sh", [], { env: { ...environment }, stdio: "pipe" });
    this.#shell = shell;
    this.#ended = once(shell, "close");
    shell.stdout.on("data", (chunk: Buffer) => {
      this.#printed += chunk.toString();
      this.#wake();
    });
    shell.stderr.on("data", (chunk: Buffer) => {
      this.#complaints += chunk.toString();
      this.#wake();
    });
    shell.stdin.write(`${preamble}\n`);
  }

  /** Types the lines and does not wait for what they print. */
  type(lines: string): void {
    this.#shell.stdin.write(`${lines}\n`);
  }

  /** Everything printed since the answer before, when all commands have ended, those in the background too. */
  async answer(): Promise<string> {
    this.type(`wait; echo ${this.#mark}`);
    await this.#until(() => this.#printed.includes(`${this.#mark}\n`));
    const [answer = "", rest = ""] = this.#printed.split(`${this.#mark}\n`);
    this.#printed = rest;
    return answer;
  }

  /** Resolves when a line that matches has come on standard error, and takes everything up to it away. */
  async complaint(pattern: RegExp): Promise<void> {
    await this.#until(() => pattern.test(this.#complaints));
    this.#complaints = "";
  }

  get complaints(): string {
    return this.#complaints;
  }

  async close(): Promise<void> {
    this.#shell.stdin.end("exit\n");
    await byDeadline(this.#ended, ANSWER_MILLIS_MAX, () => "the shell does not end");
  }

  async #until(isThere: () => boolean): Promise<void> {
    const wanted = async (): Promise<void> => {
      while (!isThere()) await this.#heard.promise;
    };
    await byDeadline(
      wanted(),
      ANSWER_MILLIS_MAX,
      () => `the shell has not answered; it printed ${this.#printed} and complained ${this.#complaints}`,
    );
  }

  #wake(): void {
    this.#heard.resolve(undefined);
    this.#heard = Promise.withResolvers();
  }
}
