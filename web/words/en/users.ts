// English words of `pages/users`.
export const users = {};
