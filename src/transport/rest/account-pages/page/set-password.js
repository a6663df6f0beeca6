// Sets a password with the token of the link that led here: the first one of an account, or one in the place of a
// forgotten one. What the password must be like, and why one is refused, comes from the API.
// Source: REST contract 2.2 and 2.6.

const isReset = location.pathname.endsWith("/resetPassword");
const tokenName = isReset ? "resetToken" : "activateToken";
const token = new URLSearchParams(location.search).get(tokenName);

const form = element("form");
const password = field("password");
const again = field("again");
const submit = element("submit");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void setPassword();
});
if (token === null) show("problem", "The address has no token: open the link as it was given to you.");
showRules().catch(() => undefined);

async function showRules() {
  const answer = await fetch("/api/noauth/userPasswordPolicy");
  if (!answer.ok) return;
  const rules = memberOf(await answer.json(), "minimumLength");
  if (typeof rules === "number") show("rules", `It needs at least ${rules} characters.`);
}

async function setPassword() {
  if (password.value !== again.value) {
    show("problem", "The two passwords differ.");
    again.focus();
    return;
  }
  show("problem", "");
  submit.toggleAttribute("disabled", true);
  try {
    const problem = await send();
    if (problem === undefined) finish();
    else show("problem", problem);
  } catch {
    show("problem", "The platform cannot be reached. Try again.");
  } finally {
    submit.toggleAttribute("disabled", false);
  }
}

/** @returns {Promise<string | undefined>} why it was refused */
async function send() {
  const answer = await fetch(`/api/noauth/${isReset ? "resetPassword" : "activate"}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ [tokenName]: token ?? "", password: password.value }),
  });
  if (answer.ok) return undefined;
  const message = memberOf(await answer.json(), "message");
  return typeof message === "string" ? sentence(message) : `The platform answered with status ${answer.status}.`;
}

function finish() {
  form.hidden = true;
  show("done", "Your password is set. You can log in with it now.");
  element("done").focus();
  // The token has done its work, and the history of the browser need not keep it.
  history.replaceState(null, "", location.pathname);
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown}
 */
function memberOf(value, name) {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/**
 * @param {string} id
 * @param {string} text
 */
function show(id, text) {
  element(id).textContent = text;
}

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found;
}

/** @param {string} id */
function field(id) {
  const found = element(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`the element ${id} is no field`);
  return found;
}
