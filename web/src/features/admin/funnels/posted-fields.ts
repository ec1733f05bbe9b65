import {
  consentFieldEntries,
  leadFieldEntries,
  type otherPostedFields,
  type PostedFieldName,
  postedLeadFieldEntries,
} from '@desk/contracts/leads/lead-fields';

const otherLabels: Record<keyof typeof otherPostedFields, string> = {
  age: 'Age',
  dob: 'Date of birth',
  reference: 'Reference',
};

const toLabels = (
  entries: readonly (readonly [string, { readonly postedAs: string; readonly label: string }])[],
) => ({
  ...Object.fromEntries(entries.map(([, { postedAs, label }]) => [postedAs, label])),
  ...otherLabels,
});

export const postedFieldLabels = toLabels([...leadFieldEntries, ...consentFieldEntries]) as Record<
  PostedFieldName,
  string
>;

/** The fields that a post may contain. */
export const mappableFields = Object.keys(
  toLabels([...postedLeadFieldEntries, ...consentFieldEntries]),
) as readonly PostedFieldName[];

export const dateFields: ReadonlySet<PostedFieldName> = new Set(['dob', 'consent_at']);

/** The values of a list field that is short enough to name them. */
export const listedValues = (field: PostedFieldName): readonly string[] => {
  const values = leadFieldEntries.find(([, { postedAs }]) => postedAs === field)?.[1].oneOf ?? [];
  return values.length > 10 ? [] : values;
};
