// English words of what several pages share.
export const components = {};
