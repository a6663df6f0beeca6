// English words of `pages/help`.
export const help = {};
