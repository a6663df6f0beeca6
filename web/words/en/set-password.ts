// English words of `pages/set-password`.
export const setPassword = {
  title: "Set your password",
  resetTitle: "Choose a new password",
  new: "New password",
  /** `rules`: as `at least 8 characters and 1 digit`. */
  rules: (rules: string) => `It must have ${rules}.`,
  confirm: "Confirm password",
  differ: "The two passwords differ.",
  set: "Set password",
  done: "Your password is set.",
  notSet: "The password was not set",
  incomplete: "The address is incomplete",
  noToken: "It has no token: open the link exactly as you received it.",
  backToSignIn: "Back to sign-in",

  expired: "This link has expired",
  activationExpired: "Invitation links expire. Ask an administrator for a new one.",
  resetExpired: "It was valid for a limited time. Request a new one.",
  goToSignIn: "Go to sign-in",
  requestNew: "Request a new link",
};
