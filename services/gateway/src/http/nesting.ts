const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/**
 * Returns whether arrays and objects are nested deeper than `maxDepth`. Goes level by level: code that recurses into a
 * deep value would overflow the stack.
 */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level = childrenOf(value);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}
