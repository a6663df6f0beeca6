// Matches topics against filters with MQTT wildcards. Used for topics of profiles only; the platform's own are literal.

export type Matcher = (topic: string) => boolean;

/**
 * Matches topics against the filter. A topic that begins with `$` never matches, as those belong to the server
 * [MQTT-4.7.2-1].
 */
export function matcherOf(filter: string): Matcher {
  const levels = filter.split("/");
  const last = levels.at(-1) === "#" ? levels.length - 1 : undefined;
  return (topic) => {
    if (topic.startsWith("$")) return false;
    const found = topic.split("/");
    if (last === undefined ? found.length !== levels.length : found.length < last) return false;
    return levels.slice(0, last).every((level, index) => level === "+" || level === found[index]);
  };
}
