import { invalidParameter } from './errors.js';
import type { Answer } from './route.js';
import type { StripeStore } from './store.js';

type Fields = Record<string, unknown>;
const MAX_PATHS = 20;

function expandOne(store: StripeStore, holder: Fields, path: string[]): Fields {
  const [field, ...rest] = path;
  if (field === undefined) return holder;
  const value = holder[field];
  const found = typeof value === 'string' ? store.find(value) : value;
  if (Array.isArray(found))
    return { ...holder, [field]: found.map((one: Fields) => expandOne(store, one, rest)) };
  if (typeof found !== 'object' || found === null) return holder;
  return { ...holder, [field]: expandOne(store, found as Fields, rest) };
}

/** Puts whole objects where the answer holds their ids, as `expand[]` asks. */
export function expand(store: StripeStore, answer: Answer, paths: readonly string[]): Answer {
  if (paths.length > MAX_PATHS) throw invalidParameter('expand', `Expand takes at most ${MAX_PATHS} paths.`);
  return paths.reduce<Answer>(
    (whole, path) =>
      expandOne(store, whole as unknown as Fields, path.split('.').slice(0, 4)) as unknown as Answer,
    answer,
  );
}
