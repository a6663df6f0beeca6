// English words of `pages/packages`.
export const packages = {};
