// English words of `pages/set-password`.
export const setPassword = {};
