// English words of `pages/sign-in`.
export const signIn = {};
