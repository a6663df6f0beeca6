// The base address of links in answers: the configured one if there is one, so that no caller can make the platform
// write links to another host. Source: REST contract 20, "Reset and activation links".

/** The parts of a request that show how the caller addressed the platform. */
export interface Addressed {
  readonly protocol: "http" | "https";
  readonly host: string;
}

/** Without a trailing slash. If `configured` is undefined, uses the address of the request. */
export function linkBase(configured: string | undefined, request: Addressed): string {
  return (configured ?? `${request.protocol}://${request.host}`).replace(/\/+$/, "");
}
