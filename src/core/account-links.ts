// Addresses that lead a person back to the platform, from a mail or a link that an administrator passes on. `base` is
// the public address of the platform without a trailing slash. Source: REST contract 2.2.

/** Leads to setting the first password. */
export function activationLink(base: string, token: string): string {
  return `${base}/api/noauth/activate?activateToken=${encodeURIComponent(token)}`;
}

/** Leads to replacing a forgotten password. */
export function passwordResetLink(base: string, token: string): string {
  return `${base}/api/noauth/resetPassword?resetToken=${encodeURIComponent(token)}`;
}

export function loginLink(base: string): string {
  return `${base}/login`;
}
