const isAt = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}.`);

/** Whether a path is one of these, or inside of one, in any case. */
export const isIn = (path: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => isAt(path.toLowerCase(), prefix.toLowerCase()));

/** Returns a path without the first of these that is around it, in any case. */
export function unwrap(path: string, wrappers: readonly string[]): string {
  const wrapper = wrappers.find((prefix) => path.toLowerCase().startsWith(`${prefix.toLowerCase()}.`));
  return wrapper === undefined ? path : path.slice(wrapper.length + 1);
}
