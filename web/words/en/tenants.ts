// English words of `pages/tenants`.
export const tenants = {};
