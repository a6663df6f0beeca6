// English words of `pages/dashboards`.
export const dashboards = {};
