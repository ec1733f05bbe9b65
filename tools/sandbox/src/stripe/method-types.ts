import { invalidParameter } from './errors.js';
import type { Params } from './params.js';

/** Returns null if the parameter is not given. */
export function readMethodTypes(params: Params): readonly string[] | null {
  const types = params.list('allowed_payment_method_types');
  if (types.some((type) => type !== 'card'))
    throw invalidParameter('allowed_payment_method_types', 'The sandbox supports cards only.');
  return types.length > 0 ? types : null;
}
