// English words of `pages/show`.
export const show = {};
