import {
  ageRanges,
  andThen,
  consentFieldEntries,
  type FieldError,
  isPlaceholder,
  isRefusal,
  otherPostedFields,
  type PostedFieldName,
  postedLeadFieldEntries,
  purchaseTimelines,
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
} from '@desk/contracts';
import { readAgeOfBirth, readAssetBand, readLeadAge, readLeadType, readListed } from './normalize.js';
import { readCertificateUrl, readConsentTime, readJornayaId } from './read-consent.js';

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

type Reader = (text: string) => Reading<string | number>;
type ReadablePost = Exclude<PostedFieldName, 'phone_check'>;

/** How each posted field is read. `today` decides the age of a date of birth, and what is in the past. */
export const fieldReaders = (today: Date): Readonly<Record<ReadablePost, Reader>> => ({
  full_name: readName,
  first_name: readName,
  last_name: readName,
  email: readEmail,
  phone: readUsPhone,
  state: readState,
  zip_code: readZipCode,
  age_range: readListed('Age range', ageRanges),
  age: readLeadAge,
  dob: readAgeOfBirth(today),
  estimated_assets: readAssetBand,
  purchase_timeline: readListed('Purchase timeline', purchaseTimelines),
  lead_type: readLeadType,
  trustedform_cert_url: readCertificateUrl,
  jornaya_leadid: readJornayaId,
  landing_page_url: readUrl,
  ip_address: readIpAddress,
  tcpa_text: (text) => andThen(readNote(text), (note) => (isPlaceholder(note) ? undefined : note)),
  consent_at: readConsentTime(today),
  reference: readLine,
});

/** Fields that may be numbers in JSON. A number in any other would have lost something, such as a leading zero. */
export const numberFields: ReadonlySet<PostedFieldName> = new Set(['age', 'estimated_assets']);

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
 * Reads every field into its value. Reports unknown names, repeated fields, and values that cannot be read. Empty values,
 * and what templates leave where a value is missing, are ignored.
 */
export function readFields(body: Readonly<Record<string, unknown>>, today: Date): ReadFields {
  const readers: Readonly<Partial<Record<PostedFieldName, ReturnType<typeof fieldReaders>['email']>>> =
    fieldReaders(today);
  const values = new Map<PostedFieldName, string | number>();
  const refused = new Set<PostedFieldName>();
  const sentAs = new Map<PostedFieldName, string>();
  const faults: FieldError[] = [];
  for (const [name, given] of Object.entries(body)) {
    const field = documentedName(name);
    const earlier = field && sentAs.get(field);
    const reader = field && readers[field];
    if (!reader) {
      faults.push({ field: name, message: 'This field is not known.' });
      continue;
    }
    if (earlier !== undefined) {
      faults.push({ field: name, message: `Already given as ${earlier}` });
      continue;
    }
    sentAs.set(field, name);
    if (given === null || given === undefined) continue;
    const isText = typeof given === 'string' || (typeof given === 'number' && numberFields.has(field));
    const reading = isText ? reader(String(given)) : { refusal: 'Must be text' };
    if (isRefusal(reading)) {
      refused.add(field);
      faults.push({ field: name, message: reading.refusal });
    } else if (reading !== undefined) values.set(field, reading);
  }
  return {
    values,
    faults,
    isGiven: (field) => values.has(field) || refused.has(field),
    sentAs: (field) => sentAs.get(field) ?? field,
  };
}
