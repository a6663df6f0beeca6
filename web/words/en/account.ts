// English words of `pages/account`.
export const account = {};
