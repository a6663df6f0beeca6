// English words of `pages/wall`.
export const wall = {};
