// English words of `pages/profiles`.
export const profiles = {};
