// English words of `pages/dashboard-editor`.
export const dashboardEditor = {};
