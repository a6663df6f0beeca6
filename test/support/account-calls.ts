// Calls about accounts that tests make, of a platform or of a part of one.
import { member, type RestAnswer, type RestClient, text } from "./rest-client.ts";

export const USER_PASSWORD = "A-password-of-a-test-3";

export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

export class AccountCalls {
  readonly anonymous: RestClient;
  #lastNumber = 0;

  constructor(anonymous: RestClient) {
    this.anonymous = anonymous;
  }

  uniqueName(word: string): string {
    return `${word}-${String(++this.#lastNumber)}`;
  }

  uniqueEmail(): string {
    return `${this.uniqueName("user")}@example.com`;
  }

  async login(username: string, password: string): Promise<TokenPair> {
    return toPair(await this.anonymous.post("/api/auth/login", { username, password }));
  }

  refresh(refreshToken: string): Promise<RestAnswer> {
    return this.anonymous.request("POST", "/api/auth/token", { refreshToken });
  }

  /** What the current-user call answers to this token: the status, and the errorCode of a refusal. */
  async check(token: string): Promise<{ readonly status: number; readonly errorCode: unknown }> {
    const { status, body } = await this.anonymous.withToken(token).request("GET", "/api/auth/user");
    return { status, errorCode: member(body, "errorCode") };
  }

  /** A user who has set `USER_PASSWORD` by the activation link; created and invited by `by`. */
  async createUser(
    by: RestClient,
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<{ readonly id: string; readonly email: string; readonly pair: TokenPair; readonly rest: RestClient }> {
    const email = this.uniqueEmail();
    const user = await by.post("/api/user?sendActivationMail=false", { email, authority: "TENANT_ADMIN", ...fields });
    const id = text(user, "id", "id");
    const activateToken = await this.activationToken(by, id);
    const pair = toPair(await this.anonymous.post("/api/noauth/activate", { activateToken, password: USER_PASSWORD }));
    return { id, email, pair, rest: this.anonymous.withToken(pair.token) };
  }

  async activationToken(by: RestClient, userId: string): Promise<string> {
    const link = new URL(await by.getText(`/api/user/${userId}/activationLink`));
    return link.searchParams.get("activateToken") ?? "";
  }
}

export function toPair(body: unknown): TokenPair {
  return { token: text(body, "token"), refreshToken: text(body, "refreshToken") };
}

/** The claims of a token, unverified. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Readonly<
    Record<string, unknown>
  >;
}
