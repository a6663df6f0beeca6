// Sends the calls of the page. The real credentials are put in here, at the last moment and for this server only, so that
// nothing else on the page ever holds them; an expired token is refreshed once. Source: REST contract 19.
import { memberText, parsePair } from "./credentials.js";

/** @import { Credentials, Presented, PresentedToken, TokenPair } from "./credentials.js" */

export const AUTHORIZATION = "X-Authorization";
const TOKEN_EXPIRED = 11;

/** @typedef {Omit<RequestInit, "headers"> & { readonly headers?: Readonly<Record<string, string>> }} Call */

export class Sender {
  /** @type {Credentials} */
  #credentials;
  /** @type {typeof globalThis.fetch} */
  #fetch;
  /** @type {string} */
  #origin;
  /** @type {Map<string, Promise<TokenPair | undefined>>} by refresh token */
  #refreshes = new Map();

  /**
   * @param {Credentials} credentials
   * @param {typeof globalThis.fetch} fetch
   * @param {string} origin of the page: credentials go nowhere else
   */
  constructor(credentials, fetch, origin) {
    this.#credentials = credentials;
    this.#fetch = fetch;
    this.#origin = origin;
  }

  /**
   * Sends a call. Where it has the header for credentials, what stands there is replaced by the real ones.
   * @param {string} url
   * @param {Call} call
   * @returns {Promise<Response>}
   */
  async send(url, call) {
    const { [AUTHORIZATION]: wanted, ...headers } = call.headers ?? {};
    const presented = wanted === undefined || !this.#isOurs(url) ? undefined : this.#credentials.presented();
    const send = (/** @type {Presented | undefined} */ carried) =>
      this.#fetch(url, {
        ...call,
        headers: carried === undefined ? headers : { ...headers, [AUTHORIZATION]: carried.header },
      });
    const answer = await send(presented);
    if (presented === undefined || presented.kind === "api-key" || !(await isExpired(answer))) return answer;
    const renewed = await this.#renew(presented);
    return renewed === undefined ? answer : send(renewed);
  }

  /**
   * @param {string} name
   * @param {string} password
   * @returns {Promise<string | undefined>} what went wrong, for people
   */
  async logIn(name, password) {
    const answer = await this.#post("/api/auth/login", { username: name, password });
    const text = await answer.text();
    const pair = answer.ok ? parsePair(text) : undefined;
    if (pair === undefined) return messageOf(text) ?? `The login failed with status ${String(answer.status)}.`;
    this.#credentials.logIn(name, pair);
    return undefined;
  }

  /**
   * @param {PresentedToken} used
   * @returns {Promise<Presented | undefined>}
   */
  async #renew(used) {
    // Another tab, or another call of this page, may have been quicker.
    const present = this.#credentials.presented();
    if (present?.kind === used.kind && present.header !== used.header) return present;
    const renewed = await this.#refreshOnce(used.pair.refreshToken);
    if (renewed === undefined) return undefined;
    if (this.#credentials.presented()?.header === used.header) this.#credentials.renew(used, renewed);
    return this.#credentials.presented();
  }

  /** @param {string} refreshToken */
  #refreshOnce(refreshToken) {
    const running = this.#refreshes.get(refreshToken);
    if (running !== undefined) return running;
    const refresh = this.#refresh(refreshToken).finally(() => this.#refreshes.delete(refreshToken));
    this.#refreshes.set(refreshToken, refresh);
    return refresh;
  }

  /** @param {string} refreshToken */
  async #refresh(refreshToken) {
    const answer = await this.#post("/api/auth/token", { refreshToken });
    return answer.ok ? parsePair(await answer.text()) : undefined;
  }

  /**
   * @param {string} path
   * @param {Readonly<Record<string, string>>} body
   */
  #post(path, body) {
    return this.#fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
    });
  }

  /** @param {string} url */
  #isOurs(url) {
    return new URL(url, this.#origin).origin === this.#origin;
  }
}

/** @param {Response} answer */
async function isExpired(answer) {
  if (answer.status !== 401) return false;
  try {
    /** @type {unknown} */
    const body = await answer.clone().json();
    return typeof body === "object" && body !== null && Reflect.get(body, "errorCode") === TOKEN_EXPIRED;
  } catch {
    return false;
  }
}

/** @param {string} text */
function messageOf(text) {
  try {
    /** @type {unknown} */
    const body = JSON.parse(text);
    return memberText(body, "message");
  } catch {
    return undefined;
  }
}
