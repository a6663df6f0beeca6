// English words of charts.
export const charts = {};
