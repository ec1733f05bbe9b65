import {
  andThen,
  type FieldError,
  isPlaceholder,
  isRefusal,
  type PostedFieldName,
  postedFields,
  readEmail,
  type Reading,
  readIpAddress,
  readLine,
  readName,
  readNote,
  readState,
  readUrl,
  readUsPhone,
  readZipCode,
  refuse,
} from '@desk/contracts';
import {
  readAgeFromBirth,
  readAgeRange,
  readAssetBand,
  readLeadAge,
  readLeadType,
  readTimeline,
} from './normalize.js';
import { readCertificateUrl, readConsentTime, readJornayaId } from './read-consent.js';

/** Returns the same text for different spellings of a name: `firstName`, `First Name`, `first_name`. */
export const foldName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const fieldsByName = new Map(
  postedFields.flatMap(([field, aliases]) =>
    [field, ...aliases].map((name): [string, PostedFieldName] => [foldName(name), field]),
  ),
);

/** No field has a longer name. */
const NAME_MAX = 40;

/** Returns the documented name of a posted field, or undefined if the field is unknown. */
export const documentedName = (postedName: string): PostedFieldName | undefined =>
  postedName.length > NAME_MAX ? undefined : fieldsByName.get(foldName(postedName));

type Reader = (text: string) => Reading<string | number>;
type ReadableField = Exclude<PostedFieldName, 'phone_check'>;

/** How each posted field is read. `now` decides the age of a date of birth, and what is in the past. */
export const fieldReaders = (now: Date): Readonly<Record<ReadableField, Reader>> => ({
  full_name: readName,
  first_name: readName,
  last_name: readName,
  email: readEmail,
  phone: readUsPhone,
  state: readState,
  zip_code: readZipCode,
  age_range: readAgeRange,
  age: readLeadAge,
  dob: readAgeFromBirth(now),
  estimated_assets: readAssetBand,
  purchase_timeline: readTimeline,
  lead_type: readLeadType,
  trustedform_cert_url: readCertificateUrl,
  jornaya_leadid: readJornayaId,
  landing_page_url: readUrl,
  ip_address: readIpAddress,
  tcpa_text: (text) => andThen(readNote(text), (note) => (isPlaceholder(note) ? undefined : note)),
  consent_at: readConsentTime(now),
  reference: readLine,
});

/** Reads a text, or a number as it is written out. */
function read(field: PostedFieldName, value: unknown, reader: Reader): Reading<string | number> {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return reader(value);
  if (typeof value !== 'number') return refuse('Must be text or a number');
  // As a number, a ZIP code in the Northeast loses its leading zero.
  const digits = field === 'zip_code' ? (value < 1e5 ? 5 : 9) : 0;
  return reader(String(value).padStart(digits, '0'));
}

/** A funnel's fields by their documented names. */
export interface ReadFields {
  readonly values: ReadonlyMap<PostedFieldName, string | number>;
  /** Whether the field was posted with something in it, even if that could not be read. */
  readonly isGiven: (field: PostedFieldName) => boolean;
  /** Returns the name the funnel used. */
  readonly sentAs: (field: PostedFieldName) => string;
  readonly faults: readonly FieldError[];
}

/**
 * Reads every field into its value. Reports unknown names, repeated fields, and values that cannot be read. Ignores
 * empty values, and placeholders that a template did not fill.
 */
export function readFields(body: Readonly<Record<string, unknown>>, now: Date): ReadFields {
  const readers: Readonly<Partial<Record<PostedFieldName, Reader>>> = fieldReaders(now);
  const values = new Map<PostedFieldName, string | number>();
  const refused = new Set<PostedFieldName>();
  const sentAs = new Map<PostedFieldName, string>();
  const faults: FieldError[] = [];
  const isGiven = (field: PostedFieldName): boolean => values.has(field) || refused.has(field);
  for (const [name, value] of Object.entries(body)) {
    const field = documentedName(name);
    const reader = field && readers[field];
    if (!reader) {
      faults.push({ field: name, message: 'This field is not known.' });
      continue;
    }
    const reading = read(field, value, reader);
    if (reading !== undefined && isGiven(field)) {
      faults.push({ field: name, message: `Already given as ${sentAs.get(field) ?? field}` });
      continue;
    }
    if (!isGiven(field)) sentAs.set(field, name);
    if (isRefusal(reading)) {
      refused.add(field);
      faults.push({ field: name, message: reading.refusal });
    } else if (reading !== undefined) values.set(field, reading);
  }
  return {
    values,
    faults,
    isGiven,
    sentAs: (field) => sentAs.get(field) ?? field,
  };
}
