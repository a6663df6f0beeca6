// The part of the description that one place in it needs. Swagger UI resolves references again for each call that is opened,
// which takes seconds for the whole description and milliseconds for the part.

const LOCAL_REFERENCE = "#/components/";

/**
 * The description with nothing but what stands at the path, and the components that it refers to, however far.
 * @param {Readonly<Record<string, unknown>>} description
 * @param {readonly string[]} path as `["paths", "/api/auth/user", "get"]`
 * @returns {Record<string, unknown>}
 */
export function partAt(description, path) {
  const { paths, components, ...others } = description;
  /** @type {Record<string, unknown>} */
  const part = { ...others, paths: {}, components: {} };
  const wanted = [path];
  for (const place of wanted) {
    const value = valueAt(description, place);
    if (value === undefined || valueAt(part, place) !== undefined) continue;
    put(part, place, value);
    wanted.push(...placesReferredTo(value));
  }
  return part;
}

/**
 * The places of components that are named anywhere within.
 * @param {unknown} value
 * @returns {string[][]}
 */
function placesReferredTo(value) {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name !== "$ref" || typeof member !== "string" || !member.startsWith(LOCAL_REFERENCE))
      return placesReferredTo(member);
    return [member.slice("#/".length).split("/").map(unescapePointer)];
  });
}

/** @param {string} segment of a JSON pointer in the fragment of an address */
function unescapePointer(segment) {
  return decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
}

/**
 * @param {unknown} value
 * @param {readonly string[]} path
 * @returns {unknown}
 */
function valueAt(value, path) {
  return path.reduce(
    (/** @type {unknown} */ at, name) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined,
    value,
  );
}

/**
 * @param {Record<string, unknown>} target
 * @param {readonly string[]} path
 * @param {unknown} value
 */
function put(target, [name, ...deeper], value) {
  if (name === undefined) return;
  if (deeper.length === 0) {
    target[name] = value;
    return;
  }
  const inside = Object.hasOwn(target, name) ? target[name] : undefined;
  const copy = { ...(typeof inside === "object" && inside !== null ? inside : {}) };
  put(copy, deeper, value);
  target[name] = copy;
}
