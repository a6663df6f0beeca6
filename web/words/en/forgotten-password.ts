// English words of `pages/forgotten-password`.
export const forgottenPassword = {
  title: "Set a new password",
  text: "You will get an email with a link to set a new password.",
  send: "Send the link",
  notSent: "The link was not sent",
  sent: "Check your email",
  sentText:
    "If an account has this address, it will soon get an email with a link. If this platform does not send email, no link arrives: an administrator has to create your account again.",
  backToSignIn: "Back to sign-in",
};
