/** The machine lacks what a client is built with. */
export class MissingTool extends Error {}
