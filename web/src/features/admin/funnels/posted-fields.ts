import {
  consentFieldEntries,
  leadFieldEntries,
  type otherPostedFields,
  type PostedFieldName,
} from '@desk/contracts/leads/lead-fields';

const otherLabels: Record<keyof typeof otherPostedFields, string> = {
  age: 'Age',
  dob: 'Date of birth',
  reference: 'Reference',
};

export const postedFieldLabels = {
  ...Object.fromEntries(
    [...leadFieldEntries, ...consentFieldEntries].map(([, { postedAs, label }]) => [postedAs, label]),
  ),
  ...otherLabels,
} as Record<PostedFieldName, string>;

export const dateFields: ReadonlySet<PostedFieldName> = new Set(['dob', 'consent_at']);

/** The values of a list field that is short enough to name them. */
export const listedValues = (field: PostedFieldName): readonly string[] => {
  const values = leadFieldEntries.find(([, { postedAs }]) => postedAs === field)?.[1].oneOf ?? [];
  return values.length > 10 ? [] : values;
};
