// Which calls need credentials, as the description of the API says it.

/**
 * @param {unknown} document the description
 * @returns {(method: string, path: string) => boolean} false for calls that are open to everybody
 */
export function credentialsNeeded(document) {
  const open = [...membersOf(memberOf(document, "paths"))].flatMap(([template, item]) =>
    membersOf(item)
      .filter(([, operation]) => isOpen(operation))
      .map(([method]) => ({ method: method.toUpperCase(), segments: template.split("/") })),
  );
  return (method, path) => {
    const segments = path.split("/");
    return !open.some((each) => each.method === method.toUpperCase() && matches(each.segments, segments));
  };
}

/**
 * @param {readonly string[]} template
 * @param {readonly string[]} segments
 */
function matches(template, segments) {
  return (
    template.length === segments.length &&
    template.every((part, index) => part.startsWith("{") || part === segments[index])
  );
}

/** @param {unknown} operation */
function isOpen(operation) {
  const security = memberOf(operation, "security");
  return Array.isArray(security) && security.length === 0;
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown}
 */
function memberOf(value, name) {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * @param {unknown} value
 * @returns {[string, unknown][]}
 */
function membersOf(value) {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
