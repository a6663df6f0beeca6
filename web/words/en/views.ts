// English words of `pages/views`.
export const views = {};
