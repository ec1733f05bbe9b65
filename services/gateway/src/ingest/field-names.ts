import {
  consentFieldEntries,
  otherPostedFields,
  type PostedFieldName,
  postedLeadFieldEntries,
} from '@desk/contracts';

const fields = [
  ...[...postedLeadFieldEntries, ...consentFieldEntries].map(
    ([, { postedAs, aliases }]): readonly [string, readonly string[]] => [postedAs, aliases],
  ),
  ...Object.entries(otherPostedFields).map(([name, { aliases }]): readonly [string, readonly string[]] => [
    name,
    aliases,
  ]),
];

const fieldsByName = new Map(
  fields.flatMap(([field, aliases]) =>
    [field, ...aliases].map((name): [string, PostedFieldName] => [name, field as PostedFieldName]),
  ),
);

/** Returns the documented name of a posted field, or undefined if the field is unknown. */
export const documentedName = (postedName: string): PostedFieldName | undefined =>
  fieldsByName.get(postedName);
