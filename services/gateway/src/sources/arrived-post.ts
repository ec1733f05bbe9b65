import { at } from './unfold.js';

/** A post as it arrived at a private address. */
export interface ArrivedPost {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Returns the value at a path of the body, with or without one of the wrappers, or else of the query. */
export function findIn(
  { query, body }: ArrivedPost,
  path: string,
  wrappers: readonly string[] = [],
): unknown {
  for (const inner of [path, ...wrappers.map((wrapper) => `${wrapper}.${path}`)]) {
    const found = at(body, inner);
    if (found !== undefined) return found;
  }
  return at(query, path);
}

export const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
