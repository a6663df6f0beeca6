// English words of `pages/security`.
export const security = {};
