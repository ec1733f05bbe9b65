import { invalidParameter } from './errors.js';
import type { Params } from './params.js';

/** The newer parameter and the older one say the same; null when neither is given. */
export function readMethodTypes(params: Params): readonly string[] | null {
  const types = [...params.list('allowed_payment_method_types'), ...params.list('payment_method_types')];
  if (types.some((type) => type !== 'card'))
    throw invalidParameter('allowed_payment_method_types', 'The sandbox knows cards only.');
  return types.length > 0 ? types : null;
}
