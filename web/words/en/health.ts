// English words of `pages/health`.
export const health = {};
