// The addresses by which a person comes back to the platform from a mail, or from a link that an administrator hands over.
// `base` is the public address of the platform without a slash at its end. Source: REST contract 2.2.

/** Sets the first password. */
export function activationLink(base: string, token: string): string {
  return `${base}/api/noauth/activate?activateToken=${encodeURIComponent(token)}`;
}

/** Sets a new password in the place of a forgotten one. */
export function passwordResetLink(base: string, token: string): string {
  return `${base}/api/noauth/resetPassword?resetToken=${encodeURIComponent(token)}`;
}

export function loginLink(base: string): string {
  return `${base}/login`;
}
