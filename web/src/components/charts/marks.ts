/**
 * Returns the position of the mark that a key moves to, or null for other keys. Does not wrap around, so that users
 * notice the ends.
 */
export function findNextMark(key: string, position: number, count: number): number | null {
  const last = count - 1;
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: position - 1,
    ArrowUp: position - 1,
    ArrowRight: position + 1,
    ArrowDown: position + 1,
    Home: 0,
    End: last,
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return target === undefined ? null : Math.max(0, Math.min(last, target));
}
