import { invalidParameter } from './errors.js';
import type { StripeStore } from './store.js';

type Fields = Record<string, unknown>;
const MAX_PATHS = 20;
const MAX_DEPTH = 4;

/** For each kind of object: its fields that hold an id, and the kinds of object which that id can name. */
const references: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  balance_transaction: { source: ['charge', 'refund', 'dispute'] },
  charge: {
    application: [],
    application_fee: [],
    on_behalf_of: [],
    review: [],
    source_transfer: [],
    failure_balance_transaction: ['balance_transaction'],
    balance_transaction: ['balance_transaction'],
    customer: ['customer'],
    payment_intent: ['payment_intent'],
  },
  customer: { default_source: [] },
  dispute: { charge: ['charge'], payment_intent: ['payment_intent'] },
  event: {},
  payment_intent: {
    application: [],
    on_behalf_of: [],
    payment_record: [],
    review: [],
    source: [],
    customer: ['customer'],
    latest_charge: ['charge'],
    payment_method: ['payment_method'],
  },
  payment_method: { customer: ['customer'] },
  refund: {
    balance_transaction: ['balance_transaction'],
    charge: ['charge'],
    customer: ['customer'],
    payment_intent: ['payment_intent'],
    payment_method: ['payment_method'],
    source_transfer_reversal: [],
    transfer_reversal: [],
  },
  setup_intent: {
    application: [],
    latest_attempt: [],
    mandate: [],
    on_behalf_of: [],
    single_use_mandate: [],
    customer: ['customer'],
    payment_method: ['payment_method'],
  },
};

const cannotExpand = (path: string) =>
  invalidParameter('expand', `This property cannot be expanded (${path}).`);

/** Rejects paths with a field that holds no id. `kind` is the kind of object in the answer, alone or in a list. */
export function checkExpansion(kind: string, isList: boolean, paths: readonly string[]): void {
  if (paths.length > MAX_PATHS)
    throw invalidParameter('expand', `You can expand at most ${MAX_PATHS} paths.`);
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > MAX_DEPTH)
      throw invalidParameter('expand', `You cannot expand more than ${MAX_DEPTH} levels of a property.`);
    if (isList && names.shift() !== 'data') throw cannotExpand(path);
    if (names.length === 0) throw cannotExpand(path);
    let kinds: readonly string[] = [kind];
    for (const name of names) {
      const targets = kinds.flatMap((one) => references[one]?.[name] ?? []);
      if (!kinds.some((one) => Object.hasOwn(references[one] ?? {}, name))) throw cannotExpand(path);
      kinds = targets;
    }
  }
}

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
export const expand = <T extends object>(store: StripeStore, answer: T, paths: readonly string[]): T =>
  paths.reduce<T>((current, path) => expandPath(store, current as Fields, path.split('.')) as T, answer);
