import { invalidParameter } from './errors.js';
import type { Answer } from './route.js';
import type { StripeStore } from './store.js';

type Fields = Record<string, unknown>;
const MAX_PATHS = 20;

function expandPath(store: StripeStore, parent: Fields, path: string[]): Fields {
  const [field, ...rest] = path;
  if (field === undefined) return parent;
  const value = parent[field];
  const expanded = typeof value === 'string' ? store.find(value) : value;
  if (Array.isArray(expanded))
    return { ...parent, [field]: expanded.map((item: Fields) => expandPath(store, item, rest)) };
  if (typeof expanded !== 'object' || expanded === null) return parent;
  return { ...parent, [field]: expandPath(store, expanded as Fields, rest) };
}

/** Replaces ids in the answer with whole objects, for the paths in `expand[]`. */
export function expand(store: StripeStore, answer: Answer, paths: readonly string[]): Answer {
  if (paths.length > MAX_PATHS)
    throw invalidParameter('expand', `You can expand at most ${MAX_PATHS} paths.`);
  return paths.reduce<Answer>(
    (current, path) =>
      expandPath(store, current as unknown as Fields, path.split('.').slice(0, 4)) as unknown as Answer,
    answer,
  );
}
