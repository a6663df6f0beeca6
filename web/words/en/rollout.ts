// English words of `pages/rollout`.
export const rollout = {};
