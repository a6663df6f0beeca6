// English words of `pages/start`.
export const start = {};
