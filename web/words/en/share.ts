// English words of `pages/share`.
export const share = {};
