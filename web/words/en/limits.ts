// English words of `pages/limits`.
export const limits = {};
