// English words of the frame around all pages.
export const app = {};
