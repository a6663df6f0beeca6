// English words of `pages/customers`.
export const customers = {};
