// English words of `pages/show`.
export const show = {
  fullScreen: "Full screen",
  leaveFullScreen: "Leave full screen",
  back: "Back to the view",
  beginning: "The beginning",
};
