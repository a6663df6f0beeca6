// What the page presents to the API: a login of its own, the session of the web interface, or an API key, in this order.
// Its own login and the key are kept in memory only; a session is read when it is needed, because other tabs renew it.
// Source: REST contract 19.

/** Where the web interface keeps the session that its user has in this browser. */
export const SESSION_KEY = "bridgehead.session";

/** @typedef {{ readonly token: string, readonly refreshToken: string }} TokenPair */

/**
 * @typedef {{ readonly kind: "login" | "session", readonly header: string, readonly pair: TokenPair }} PresentedToken
 * @typedef {{ readonly kind: "api-key", readonly header: string }} PresentedKey
 * @typedef {PresentedToken | PresentedKey} Presented
 */

export class Credentials {
  /** @type {Pick<Storage, "getItem" | "setItem">} */
  #storage;
  /** @type {{ readonly name: string, readonly pair: TokenPair } | undefined} */
  #login;
  /** @type {string | undefined} */
  #apiKey;
  #isSessionUsed = true;
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /** @param {Pick<Storage, "getItem" | "setItem">} storage that of the browser, which the web interface shares */
  constructor(storage) {
    this.#storage = storage;
  }

  /**
   * What the next call carries; undefined where nothing is authorized.
   * @returns {Presented | undefined}
   */
  presented() {
    if (this.#login !== undefined) return presentToken("login", this.#login.pair);
    const session = this.#isSessionUsed ? this.storedSession() : undefined;
    if (session !== undefined) return presentToken("session", session);
    return this.#apiKey === undefined ? undefined : { kind: "api-key", header: `ApiKey ${this.#apiKey}` };
  }

  /**
   * The session of the web interface, whether or not this page uses it.
   * @returns {TokenPair | undefined}
   */
  storedSession() {
    const text = this.#storage.getItem(SESSION_KEY);
    return text === null ? undefined : parsePair(text);
  }

  get isSessionUsed() {
    return this.#isSessionUsed;
  }

  /** @returns {string | undefined} the user name of the page's own login */
  get loginName() {
    return this.#login?.name;
  }

  get hasApiKey() {
    return this.#apiKey !== undefined;
  }

  /**
   * @param {string} name
   * @param {TokenPair} pair
   */
  logIn(name, pair) {
    this.#login = { name, pair };
    this.#changed();
  }

  forgetLogin() {
    this.#login = undefined;
    this.#changed();
  }

  /**
   * Takes a bare key as well as the whole value of the header.
   * @param {string} text
   */
  setApiKey(text) {
    const key = text.trim().replace(/^apikey\s+/i, "");
    this.#apiKey = key === "" ? undefined : key;
    this.#changed();
  }

  forgetApiKey() {
    this.#apiKey = undefined;
    this.#changed();
  }

  /** Whether the calls of this page are those of the user of the web interface. The session itself goes on. */
  useSession(isUsed = true) {
    this.#isSessionUsed = isUsed;
    this.#changed();
  }

  /**
   * Puts a new pair in the place of one that has been refreshed, for the other tabs as well where it was the session's.
   * @param {PresentedToken} used
   * @param {TokenPair} renewed
   */
  renew(used, renewed) {
    if (used.kind === "session") this.#storage.setItem(SESSION_KEY, JSON.stringify(renewed));
    else if (this.#login !== undefined) this.#login = { name: this.#login.name, pair: renewed };
    this.#changed();
  }

  /** To be called when another tab has changed the session. */
  sessionChanged() {
    this.#changed();
  }

  /**
   * @param {() => void} listener called after each change
   * @returns {() => void} ends it
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #changed() {
    for (const listener of this.#listeners) listener();
  }
}

/**
 * The user name inside a token, for people to read; the server is what checks it.
 * @param {string} token
 * @returns {string | undefined}
 */
export function nameInToken(token) {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    /** @type {unknown} */
    const claims = JSON.parse(new TextDecoder().decode(bytes));
    return memberText(claims, "sub");
  } catch {
    return undefined;
  }
}

/**
 * A pair as the login and the web interface write it; undefined for anything else.
 * @param {string} text
 * @returns {TokenPair | undefined}
 */
export function parsePair(text) {
  try {
    /** @type {unknown} */
    const value = JSON.parse(text);
    const [token, refreshToken] = [memberText(value, "token"), memberText(value, "refreshToken")];
    return token === undefined || refreshToken === undefined ? undefined : { token, refreshToken };
  } catch {
    return undefined;
  }
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {string | undefined}
 */
export function memberText(value, name) {
  /** @type {unknown} */
  const member = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof member === "string" ? member : undefined;
}

/**
 * @param {"login" | "session"} kind
 * @param {TokenPair} pair
 * @returns {PresentedToken}
 */
function presentToken(kind, pair) {
  return { kind, header: `Bearer ${pair.token}`, pair };
}
