// Whether a topic matches a filter with MQTT's wildcards: for topics of profiles alone, the platform's are literal.

export type Matcher = (topic: string) => boolean;

/** Whether a topic matches the filter. None that begins with `$` does: those are a server's [MQTT-4.7.2-1]. */
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
