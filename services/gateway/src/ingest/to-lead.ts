import {
  consentFieldEntries,
  DomainError,
  type FieldError,
  type Lead,
  leadFieldEntries,
  leadSchema,
  parse,
  type PostedFieldName,
  postedLeadFieldEntries,
} from '@desk/contracts';
import type { Schema } from 'yup';
import { isDisposable } from './disposable-email.js';
import { ageToRange } from './normalize.js';
import { type ReadFields, readFields } from './read-fields.js';
import { isZipCodeIn } from './zip-codes.js';

/** The posted field to name in an error about a canonical one. */
const postedFieldByPath: Readonly<Record<string, PostedFieldName>> = Object.fromEntries([
  ...leadFieldEntries.map(([name, { postedAs }]) => [name, postedAs]),
  ...consentFieldEntries.map(([name, { postedAs }]) => [`consent.${name}`, postedAs]),
  ['reference', 'reference'],
]) as Record<string, PostedFieldName>;

/** Reports a problem with one posted field. Only the first problem of a field is kept. */
type Report = (field: PostedFieldName, message: string) => void;

type Body = Readonly<Record<string, unknown>>;

/**
 * Converts a funnel's post to a canonical lead. `now` decides ages and what is in the past.
 *
 * @throws INVALID_REQUEST naming each wrong field as the funnel named it
 */
export const toLead = (body: Body, now: Date): Lead =>
  toValue(readFields(body, now), leadSchema, checkReality);

/** Reads posted fields into what the schema describes. @throws INVALID_REQUEST */
export function toValue<T>(
  fields: ReadFields,
  schema: Schema<T>,
  check: (value: T, report: Report) => void = () => undefined,
): T {
  const found = new Map<string, string>(fields.faults.map(({ field, message }) => [field, message]));
  const report: Report = (field, message) => {
    const name = fields.sentAs(field);
    if (!found.has(name)) found.set(name, message);
  };
  const candidate = toCandidate(fields, report);
  try {
    const value = parse(schema, candidate);
    check(value, report);
    if (found.size === 0) return value;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    for (const { field, message } of error.fields) reportSchemaError(field, message, fields, report);
  }
  throw new DomainError('INVALID_REQUEST', {
    fields: [...found].map(([field, message]): FieldError => ({ field, message })),
  });
}

function checkReality({ email, zipCode, state }: Lead, report: Report): void {
  if (isDisposable(email)) report('email', 'Email must not be a disposable address');
  if (!isZipCodeIn(zipCode, state)) report('zip_code', `ZIP code is not in ${state}`);
}

function reportSchemaError(
  path: string,
  message: string,
  { isGiven, values }: ReadFields,
  report: Report,
): void {
  if (path === 'fullName' && !isGiven('full_name')) {
    if (!isGiven('first_name')) report('first_name', 'First name is required');
    if (!isGiven('last_name')) report('last_name', 'Last name is required');
    if (values.has('first_name') && values.has('last_name')) report('first_name', message);
    return;
  }
  // What was wrong with the age is reported already.
  if (path === 'ageRange' && (['age_range', 'age', 'dob'] as const).some(isGiven)) return;
  const field = postedFieldByPath[path];
  if (field) report(field, message);
}

function toCandidate({ values, isGiven }: ReadFields, report: Report): Record<string, unknown> {
  const leadValues = postedLeadFieldEntries.map(([name, { postedAs }]) => [
    name,
    values.get(postedAs as PostedFieldName),
  ]);
  const consent = withoutUndefined(
    Object.fromEntries(
      consentFieldEntries.map(([name, { postedAs }]) => [name, values.get(postedAs as PostedFieldName)]),
    ),
  );
  const parts = [values.get('first_name'), values.get('last_name')];
  return withoutUndefined({
    ...(Object.fromEntries(leadValues) as Record<string, unknown>),
    fullName: isGiven('full_name') || parts.includes(undefined) ? values.get('full_name') : parts.join(' '),
    ageRange: toAgeRange(values, report),
    consent: Object.keys(consent).length > 0 ? consent : undefined,
    reference: values.get('reference'),
  });
}

/** Somebody may have had a birthday between two of their entries. */
const MAX_DIFFERENCE_YEARS = 1;

/** The range that every given age, date of birth and range agrees with. */
function toAgeRange(values: ReadFields['values'], report: Report): string | undefined {
  const postedRange = values.get('age_range');
  const ages = (['age', 'dob'] as const).flatMap((field) => {
    const age = values.get(field);
    return typeof age === 'number' ? [{ field, age }] : [];
  });
  const [first, second] = ages;
  if (first && second && Math.abs(first.age - second.age) > MAX_DIFFERENCE_YEARS)
    report(second.field, 'Date of birth does not agree with the age');
  if (typeof postedRange !== 'string') return first && ageToRange(first.age);
  for (const { field, age } of ages)
    if (![age - MAX_DIFFERENCE_YEARS, age, age + MAX_DIFFERENCE_YEARS].map(ageToRange).includes(postedRange))
      report(field, `${field === 'age' ? 'Age' : 'Date of birth'} does not agree with the age range`);
  return postedRange;
}

const withoutUndefined = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
