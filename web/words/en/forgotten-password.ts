// English words of `pages/forgotten-password`.
export const forgottenPassword = {
  title: "Reset your password",
  text: "You will get an email with a link to set a new password.",
  send: "Send the link",
  notSent: "The link was not sent",
  sent: "Check your email",
  sentText:
    "If an account has this address, it will soon get an email with a link. If none arrives, this platform may not send email: ask an administrator.",
  backToSignIn: "Back to sign-in",
};
