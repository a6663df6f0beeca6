// English words of `pages/sign-in`.
export const signIn = {
  title: "Sign in",
  failed: "You are not signed in",
  forgotten: "Forgot your password?",
};
