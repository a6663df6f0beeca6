// English words of `pages/gateway`.
export const gateway = {};
