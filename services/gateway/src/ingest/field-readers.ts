import {
  ageRanges,
  andThen,
  isPlaceholder,
  type PostedFieldName,
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
