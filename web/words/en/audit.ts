// English words of `pages/audit`.
export const audit = {};
