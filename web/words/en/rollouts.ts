// English words of `pages/rollouts`.
export const rollouts = {};
