import type { Mapping, MappingRule, PostedFieldName } from '@desk/contracts';
import { foldName } from '../ingest/read-fields.js';
import { isEmpty, type PostedValue } from './unfold.js';

export interface MappedValues {
  readonly fields: ReadonlyMap<PostedFieldName, PostedValue>;
  /** Fields that were sent empty. */
  readonly empty: ReadonlyMap<PostedFieldName, PostedValue>;
  /** The values that rules name, with the field each was read as. */
  readonly used: ReadonlyMap<PostedValue, PostedFieldName>;
}

const DAY_FIRST = /^(\d{1,2})([./-])(\d{1,2})(?=\2\d{4}\b)/;

const toText = ({ value }: PostedValue): string => String(value).trim();
const fold = (text: string): string => text.trim().toLowerCase();

/** Finds the values for which the sender uses this name. */
function findNamed(values: readonly PostedValue[], name: string): readonly PostedValue[] {
  const exact = values.filter(({ path }) => path === name);
  if (exact.length > 0) return exact;
  const folded = foldName(name);
  return values.filter(({ path, names }) => [path, ...names].some((each) => foldName(each) === folded));
}

function toMapped(
  { field, values: meanings, isDayFirst, constant }: MappingRule,
  found: readonly PostedValue[],
): PostedValue | undefined {
  const filled = found.filter((value) => !isEmpty(value));
  const [first] = filled;
  if (!first) return constant === null ? undefined : { path: '', names: [field], value: constant };
  // Keeps a single number a number, so that a ZIP code gets its leading zero back.
  const sent = filled.length === 1 ? first.value : filled.map(toText).join(' ');
  const meaning = meanings.find((each) => fold(each.sent) === fold(String(sent)))?.means;
  const value = meaning ?? (isDayFirst ? String(sent).replace(DAY_FIRST, '$3$2$1') : sent);
  return { ...first, value };
}

/** Reads the values that the rules of a mapping name. */
export function applyMapping({ rules }: Mapping, values: readonly PostedValue[]): MappedValues {
  const fields = new Map<PostedFieldName, PostedValue>();
  const empty = new Map<PostedFieldName, PostedValue>();
  const used = new Map<PostedValue, PostedFieldName>();
  for (const rule of rules) {
    const found = rule.from.flatMap((name) => findNamed(values, name));
    for (const value of found) used.set(value, rule.field);
    const mapped = toMapped(rule, found);
    if (mapped) fields.set(rule.field, mapped);
    else if (found[0]) empty.set(rule.field, found[0]);
  }
  return { fields, empty, used };
}
