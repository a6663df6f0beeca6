// English words of `pages/device`.
export const device = {};
