// English words of `pages/api-keys`.
export const apiKeys = {};
