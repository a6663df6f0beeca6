// English words of `pages/view-editor`.
export const viewEditor = {};
