// English words of `pages/forgotten-password`.
export const forgottenPassword = {};
