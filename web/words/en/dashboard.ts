// English words of `pages/dashboard`.
export const dashboard = {};
