import type { Mapping, MappingRule, PostReading } from '@desk/contracts/leads/held-posts.schemas';
import type { PostedFieldName } from '@desk/contracts/leads/lead-fields';

type Arrived = Pick<PostReading['values'][number], 'path' | 'name'>;

export const emptyMapping: Mapping = { rules: [] };

const isBlank = (text: string): boolean => text.trim() === '';

export const toSource = ({ name, path }: Arrived): string => (isBlank(name) ? path : name);

/** Removes case and separators from a name, because the server ignores them too. */
const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') || name;

const isNamed = ({ name, path }: Arrived, source: string): boolean =>
  [name, path].some((each) => normalizeName(each) === normalizeName(source));

export const findRule = ({ rules }: Mapping, value: Arrived): MappingRule | undefined =>
  rules.find(({ from }) => from.some((source) => isNamed(value, source)));

const isEmptyRule = ({ from, constant, values }: MappingRule): boolean =>
  from.length === 0 && constant === null && values.length === 0;

export const addRule = ({ rules }: Mapping, field: PostedFieldName, from: string[]): Mapping => ({
  rules: [...rules, { field, from, constant: null, values: [], isDayFirst: false }],
});

export const changeRule = (
  { rules }: Mapping,
  field: PostedFieldName,
  changes: Partial<MappingRule>,
): Mapping => ({ rules: rules.map((rule) => (rule.field === field ? { ...rule, ...changes } : rule)) });

export const removeRule = ({ rules }: Mapping, field: PostedFieldName): Mapping => ({
  rules: rules.filter((rule) => rule.field !== field),
});

/** Maps a value to a field, after the values already mapped there. A null field removes the value from the rules. */
export function assign(mapping: Mapping, value: Arrived, field: PostedFieldName | null): Mapping {
  const before = findRule(mapping, value);
  const rules = mapping.rules
    .map((rule) =>
      rule === before ? { ...rule, from: rule.from.filter((source) => !isNamed(value, source)) } : rule,
    )
    .filter((rule) => rule.field === field || !isEmptyRule(rule));
  if (field === null) return { rules };
  const rule = rules.find((each) => each.field === field);
  return rule === undefined
    ? addRule({ rules }, field, [toSource(value)])
    : changeRule({ rules }, field, { from: [...rule.from, toSource(value)] });
}

/** Removes unfinished entries. A rule without a source would prevent its field from being found by name. */
export const tidy = ({ rules }: Mapping): Mapping => ({
  rules: rules
    .map(({ field, from, constant, values, isDayFirst }) => ({
      field,
      from,
      constant: constant === null || isBlank(constant) ? null : constant,
      values: values
        .filter(({ sent, means }) => !isBlank(sent) || !isBlank(means))
        .map(({ sent, means }) => ({ sent, means })),
      isDayFirst,
    }))
    .filter(({ from, constant }) => from.length > 0 || constant !== null),
});

/** Like `tidy`, but also removes pairs of values that are only half filled in. */
export const toPreviewed = (mapping: Mapping): Mapping => ({
  rules: tidy(mapping).rules.map((rule) => ({
    ...rule,
    values: rule.values.filter(({ sent, means }) => !isBlank(sent) && !isBlank(means)),
  })),
});

export const isSameMapping = (one: Mapping, other: Mapping): boolean =>
  JSON.stringify(tidy(one)) === JSON.stringify(tidy(other));
