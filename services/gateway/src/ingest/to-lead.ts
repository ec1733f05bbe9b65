import {
  ageRanges,
  consentFieldEntries,
  DomainError,
  type FieldError,
  type Lead,
  leadFieldEntries,
  type LeadFieldName,
  leadFields,
  type LeadFacts,
  leadFactsSchema,
  leadSchema,
  parse,
  pingBody,
  type PostedFieldName,
  postedLeadFieldEntries,
} from '@desk/contracts';
import type { Schema } from 'yup';
import { isDisposable } from './disposable-email.js';
import {
  ageOn,
  ageToRange,
  isUsPhone,
  toAssetBand,
  toE164,
  toInstant,
  toLeadType,
  toListed,
} from './normalize.js';
import { type ReadFields, readFields } from './read-fields.js';
import { isZipCodeIn } from './zip-codes.js';

/** The posted field to name in an error about a canonical one. */
const postedFieldByPath: Readonly<Record<string, PostedFieldName>> = Object.fromEntries([
  ...leadFieldEntries.map(([name, { postedAs }]) => [name, postedAs]),
  ...consentFieldEntries.map(([name, { postedAs }]) => [`consent.${name}`, postedAs]),
  ['reference', 'reference'],
]) as Record<string, PostedFieldName>;

/** Fields whose usual spellings differ by more than case and spacing. */
const normalizers: Partial<Record<LeadFieldName, (text: string) => string>> = {
  phone: toE164,
  email: (text) => text.toLowerCase(),
  leadType: toLeadType,
};

const pingFields: ReadonlySet<string> = new Set(Object.keys(pingBody.fields));

/** Reports a problem with one posted field, which takes precedence over the schema's message. */
type Report = (field: PostedFieldName, message: string) => void;
type ReadText = (field: PostedFieldName) => string | undefined;

type Body = Readonly<Record<string, unknown>>;

/**
 * Converts a funnel's post to a canonical lead. `today` decides the age of a date of birth.
 *
 * @throws INVALID_REQUEST naming each wrong field as the funnel named it
 */
export const toLead = (body: Body, today: Date): Lead => readPost(body, today, leadSchema, checkReality);

/** Reads a ping in the same way. Fields that identify a person are refused. @throws INVALID_REQUEST */
export function toLeadFacts(body: Body, today: Date): LeadFacts {
  const fields = readFields(body);
  const personal = [...fields.values.keys()].filter((field) => !pingFields.has(field));
  if (personal.length === 0) return readPost(body, today, leadFactsSchema);
  throw new DomainError('INVALID_REQUEST', {
    fields: personal.map((field) => ({
      field: fields.sentAs(field),
      message: 'Must not be sent with a ping',
    })),
  });
}

function readPost<T>(
  body: Body,
  today: Date,
  schema: Schema<T>,
  check: (value: T, report: Report) => void = () => undefined,
): T {
  const fields = readFields(body);
  const found = new Map<string, string>(fields.faults.map(({ field, message }) => [field, message]));
  const report: Report = (field, message) => {
    const name = fields.sentAs(field);
    if (!found.has(name)) found.set(name, message);
  };
  const candidate = toCandidate(fields, today, report);
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

/** Reports values of the right form that belong to nobody, or contradict each other. */
function checkReality({ phone, email, state, zipCode }: Lead, report: Report): void {
  if (!isUsPhone(phone)) report('phone', leadFields.phone.patternMessage);
  if (isDisposable(email)) report('email', 'Email must not be a disposable address');
  if (!isZipCodeIn(zipCode, state)) report('zip_code', `ZIP code is not in ${state}`);
}

function reportSchemaError(path: string, message: string, { values }: ReadFields, report: Report): void {
  if (path === 'fullName' && !values.has('full_name')) {
    if (!values.has('first_name')) report('first_name', 'First name is required');
    if (!values.has('last_name')) report('last_name', 'Last name is required');
    if (values.has('first_name') && values.has('last_name')) report('first_name', message);
    return;
  }
  if (path === 'ageRange' && !values.has('age_range') && (values.has('age') || values.has('dob'))) {
    report(values.has('age') ? 'age' : 'dob', 'Age must be 55 or over');
    return;
  }
  const field = postedFieldByPath[path];
  if (field) report(field, message);
}

function toCandidate(fields: ReadFields, today: Date, report: Report): Record<string, unknown> {
  const { values } = fields;
  const text: ReadText = (field) => {
    const value = values.get(field);
    if (typeof value !== 'number') return value;
    report(field, 'Must be text');
    return undefined;
  };
  const assembled: Partial<Record<LeadFieldName, () => string | undefined>> = {
    fullName: () => toFullName(text),
    ageRange: () => toAgeRange(values, today, text, report),
    estimatedAssets: () => toEstimatedAssets(values, report),
  };
  const leadValues = postedLeadFieldEntries.map(([name, { postedAs, oneOf }]) => {
    const assemble = assembled[name];
    if (assemble) return [name, assemble()];
    const value = text(postedAs as PostedFieldName);
    const normalize = normalizers[name] ?? (oneOf ? toListed(oneOf) : (given: string) => given);
    return [name, value === undefined ? undefined : normalize(value)];
  });
  const consent: Record<string, unknown> = withoutUndefined(
    Object.fromEntries(
      consentFieldEntries.map(([name, { postedAs }]) => [name, text(postedAs as PostedFieldName)]),
    ),
  );
  const consentedAt = text('consent_at');
  if (consentedAt !== undefined) {
    consent['consentedAt'] = toInstant(consentedAt, today);
    if (consent['consentedAt'] === undefined)
      report('consent_at', 'Consent time must be a past ISO 8601 time with its zone');
  }
  return withoutUndefined({
    ...(Object.fromEntries(leadValues) as Record<string, unknown>),
    consent: Object.keys(consent).length > 0 ? withoutUndefined(consent) : undefined,
    reference: text('reference'),
  });
}

function toFullName(text: ReadText): string | undefined {
  const [full, first, last] = [text('full_name'), text('first_name'), text('last_name')];
  if (full !== undefined) return full;
  return first !== undefined && last !== undefined ? `${first} ${last}` : undefined;
}

function toAgeRange(
  values: ReadFields['values'],
  today: Date,
  text: ReadText,
  report: Report,
): string | undefined {
  if (values.has('age_range')) return toListed(ageRanges)(text('age_range') ?? '');
  const dateOfBirth = text('dob');
  if (values.has('age')) {
    const age = Number(values.get('age'));
    if (Number.isInteger(age) && age > 0 && age < 130) return ageToRange(age);
    report('age', 'Age must be a whole number of years');
  } else if (dateOfBirth !== undefined) {
    const age = ageOn(today, dateOfBirth);
    if (age !== undefined) return ageToRange(age);
    report('dob', 'Date of birth must be a date (YYYY-MM-DD)');
  }
  return undefined;
}

function toEstimatedAssets(values: ReadFields['values'], report: Report): string | undefined {
  const assets = values.get('estimated_assets');
  if (assets === undefined) return undefined;
  const band = toAssetBand(assets);
  if (band === undefined) report('estimated_assets', 'Estimated assets must be at least $100,000');
  return band;
}

const withoutUndefined = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
