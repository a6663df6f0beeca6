// The address that links in answers begin with: the configured one whenever there is one, so that no caller can make the
// platform write links to another host. Source: REST contract 20, "Reset and activation links".

/** The part of a request that says how the caller addressed the platform. */
export interface Addressed {
  readonly protocol: "http" | "https";
  readonly host: string;
}

/** Without a slash at the end. `configured` undefined takes the address of the request. */
export function linkBase(configured: string | undefined, request: Addressed): string {
  return (configured ?? `${request.protocol}://${request.host}`).replace(/\/+$/, "");
}
