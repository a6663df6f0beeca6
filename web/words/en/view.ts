// English words of `pages/view`.
export const view = {};
