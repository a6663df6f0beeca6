// English words of `pages/overview`.
export const overview = {};
