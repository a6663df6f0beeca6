// The session of a user as the web interface keeps it in the browser, for what opens its pages without signing in.

export const SESSION_KEY = "bridgehead.session";

/** What is kept for the bearer of an access token that is not renewed. */
export function keptSession(token: string): string {
  return JSON.stringify({ token, refreshToken: "none" });
}

/** A script that signs in its user before the page. */
export function signInScript(token: string): string {
  return `localStorage.setItem(${JSON.stringify(SESSION_KEY)}, ${JSON.stringify(keptSession(token))})`;
}
