import {
  consentFieldEntries,
  otherPostedFields,
  postedLeadFieldEntries,
} from '@desk/contracts/leads/lead-fields';

interface PostedField {
  readonly postedAs: string;
  readonly aliases: readonly string[];
  readonly isOptional?: boolean;
  readonly oneOf?: readonly string[];
  readonly maxLength?: number;
}

const fields: readonly PostedField[] = [
  ...postedLeadFieldEntries.map(([, field]) => field),
  ...Object.entries(otherPostedFields).map(([postedAs, field]) => ({ ...field, postedAs, isOptional: true })),
  ...consentFieldEntries.map(([, field]) => ({ ...field, isOptional: true })),
];

/** Fields that other fields can replace. */
const replacements: Readonly<Record<string, string>> = {
  full_name: 'Required, unless you post first_name and last_name',
  age_range: 'Required, unless you post age or dob',
};

/** Longer lists of values are described instead of listed. */
const MAX_LISTED_VALUES = 10;

function FieldItem({ postedAs, aliases, isOptional = false, oneOf = [], maxLength }: PostedField) {
  const use = replacements[postedAs] ?? (isOptional ? 'Optional' : 'Required');
  const isListed = oneOf.length > 0 && oneOf.length <= MAX_LISTED_VALUES;
  const limit = maxLength === undefined ? '' : `, at most ${maxLength} characters`;
  return (
    <li className="py-3 wrap-anywhere">
      <p>
        <span className="font-mono font-semibold">{postedAs}</span>
        {aliases.length > 0 ? <span className="text-muted"> or {aliases.join(', ')}</span> : null}
      </p>
      {isListed ? <p>{oneOf.join(' · ')}</p> : null}
      <p className="text-muted">
        {use}
        {isListed ? '' : limit}
      </p>
    </li>
  );
}

/** Every field that may be posted, under its documented name. */
export const FieldList = () => (
  <ul className="mt-6 divide-y divide-line border-y border-line text-sm">
    {fields.map((field) => (
      <FieldItem key={field.postedAs} {...field} />
    ))}
  </ul>
);
