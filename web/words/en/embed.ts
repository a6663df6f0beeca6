// English words of `pages/embed`.
export const embed = {};
