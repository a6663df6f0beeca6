// The Authorize dialog: the session of the web interface, a login for this page, and an API key, with what is sent now.
import { nameInToken } from "./credentials.js";

/** @import { Credentials } from "./credentials.js" */
/** @import { Sender } from "./sender.js" */

/**
 * Wires the dialog of the page.
 * @param {Credentials} credentials
 * @param {Sender} sender
 * @returns {() => void} opens it
 */
export function wireAuthorizeDialog(credentials, sender) {
  const dialog = find("authorize", HTMLDialogElement);
  const loginForm = find("login-form", HTMLFormElement);
  const userName = find("login-name", HTMLInputElement);
  const password = find("login-password", HTMLInputElement);
  const loginError = find("login-error", HTMLElement);
  const loginButton = find("login-button", HTMLButtonElement);
  const keyForm = find("key-form", HTMLFormElement);
  const key = find("key", HTMLInputElement);
  const open = () => {
    show(credentials);
    dialog.showModal();
  };

  credentials.subscribe(() => show(credentials));
  find("open-authorize", HTMLButtonElement).addEventListener("click", open);
  find("close-authorize", HTMLButtonElement).addEventListener("click", () => dialog.close());
  // What was typed and not used is gone with the dialog.
  dialog.addEventListener("close", () => {
    password.value = "";
    key.value = "";
    loginError.textContent = "";
  });
  find("session-sign-out", HTMLButtonElement).addEventListener("click", () => credentials.useSession(false));
  find("session-use", HTMLButtonElement).addEventListener("click", () => credentials.useSession(true));

  const logIn = async () => {
    loginError.textContent = "";
    loginButton.disabled = true;
    const problem = await sender.logIn(userName.value, password.value).catch(() => "The platform cannot be reached.");
    loginButton.disabled = false;
    loginError.textContent = problem ?? "";
    if (problem === undefined) password.value = "";
    else password.select();
  };
  loginForm.addEventListener("submit", (event) => {
    event.preventDefault();
    void logIn();
  });
  find("login-forget", HTMLButtonElement).addEventListener("click", () => credentials.forgetLogin());

  keyForm.addEventListener("submit", (event) => {
    event.preventDefault();
    credentials.setApiKey(key.value);
    key.value = "";
  });
  find("key-forget", HTMLButtonElement).addEventListener("click", () => credentials.forgetApiKey());

  show(credentials);
  return open;
}

/** @param {Credentials} credentials */
function show(credentials) {
  const session = credentials.storedSession();
  const user = session === undefined ? undefined : (nameInToken(session.token) ?? "an unknown user");
  const { isSessionUsed, loginName, hasApiKey } = credentials;

  setText("session-none", user === undefined);
  setText("session-used", user !== undefined && isSessionUsed, user);
  setText("session-unused", user !== undefined && !isSessionUsed, user);
  setText("login-present", loginName !== undefined, loginName);
  find("login-form", HTMLFormElement).hidden = loginName !== undefined;
  setText("key-present", hasApiKey);
  find("key-form", HTMLFormElement).hidden = hasApiKey;

  const sentAs = sentence(credentials.presented()?.kind, loginName, user);
  for (const place of document.querySelectorAll(".sent-as")) place.textContent = sentAs;
}

/**
 * @param {"login" | "session" | "api-key" | undefined} kind
 * @param {string | undefined} loginName
 * @param {string | undefined} sessionUser
 */
function sentence(kind, loginName, sessionUser) {
  switch (kind) {
    case "login":
      return `Calls are sent as ${loginName ?? ""}, logged in on this page.`;
    case "session":
      return `Calls are sent as ${sessionUser ?? ""}, signed in to the web interface.`;
    case "api-key":
      return "Calls are sent with the API key.";
    case undefined:
      return "Calls are sent without credentials.";
  }
}

/**
 * Shows or hides a part of the dialog, and writes a name into it.
 * @param {string} id
 * @param {boolean} isShown
 * @param {string} [name]
 */
function setText(id, isShown, name) {
  const part = find(id, HTMLElement);
  part.hidden = !isShown;
  const place = part.querySelector("b");
  if (place !== null && name !== undefined) place.textContent = name;
}

/**
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
function find(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} called ${id}`);
  return found;
}
