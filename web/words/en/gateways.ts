// English words of `pages/gateways`.
export const gateways = {};
