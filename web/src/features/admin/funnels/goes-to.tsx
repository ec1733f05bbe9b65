import type { Mapping } from '@desk/contracts/leads/held-posts.schemas';
import { MAX_PATHS_OF_FIELD } from '@desk/contracts/leads/held-posts.values';
import { type PostedFieldName, postedFieldNames } from '@desk/contracts/leads/lead-fields';
import { Select } from '@/components/ui/select';
import { assign, findRule, toSource } from './mapping-draft';
import { type ArrivedValue, AS_IT_IS } from './post-reading';
import { postedFieldLabels } from './posted-fields';

interface GoesToProps {
  value: ArrivedValue;
  draft: Mapping;
  /** The mapping with which the value was read. */
  previewed: Mapping;
  onChange: (draft: Mapping) => void;
}

/** Chooses the field of one value. */
export function GoesTo({ value, draft, previewed, onChange }: GoesToProps) {
  const rule = findRule(draft, value);
  const isRemoved = rule === undefined && findRule(previewed, value) !== undefined;
  const field = rule?.field ?? (isRemoved ? null : value.field);
  const isFull = (each: PostedFieldName) =>
    draft.rules.some((other) => other.field === each && other.from.length >= MAX_PATHS_OF_FIELD);
  // A value that was found by its name cannot be left as it is: it keeps its field unless a rule maps it elsewhere.
  const isFoundByName = rule === undefined && field !== null;
  return (
    <Select<PostedFieldName | ''>
      label={<span className="sr-only">Goes to: {toSource(value)}</span>}
      className="gap-0!"
      value={field ?? ''}
      options={[
        ...(isFoundByName ? [] : [{ value: '' as const, label: AS_IT_IS }]),
        ...postedFieldNames
          .filter((each) => each === field || !isFull(each))
          .map((each) => ({ value: each, label: postedFieldLabels[each] })),
      ]}
      onChange={(chosen) => onChange(assign(draft, value, chosen === '' ? null : chosen))}
    />
  );
}
