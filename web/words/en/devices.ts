// English words of `pages/devices`.
export const devices = {};
