import type { PostedFieldName } from '@desk/contracts';
import { documentedName, foldName } from '../ingest/read-fields.js';
import type { FieldNames } from './source.js';

/**
 * How forms and tools call the fields of a lead, besides the names that docs/ingest.md documents. Taken from the requests
 * in `test/sources`, which name their documentation.
 */
const toolNames: FieldNames = {
  full_name: [
    'your name',
    'contact name',
    'person name',
    'data name',
    'full name',
    'customer name',
    'lead name',
  ],
  first_name: ['first', 'given name', 'contact first name', 'name first', 'user first name'],
  last_name: ['last', 'family name', 'surname', 'contact last name', 'name last', 'user last name'],
  email: ['e-mail', 'your email', 'e-mail address', 'email 1', 'contact email', 'work email', 'user email'],
  phone: [
    ...['phone 1', 'cell phone', 'cell', 'mobile phone', 'home phone', 'phone home', 'telephone', 'tel'],
    ...[
      'day phone',
      'your phone',
      'your tel',
      'contact phone',
      'mobile number',
      'cell number',
      'phone full',
      'phone cell',
      'phone mobile',
      'work phone',
    ],
    'user phone',
  ],
  state: [
    'province',
    'state province',
    'state province region',
    'your state',
    'state of residence',
    'address state',
  ],
  zip_code: [
    'postcode',
    'postal',
    'zip postal code',
    'zip postal',
    'your zip',
    'post code',
    'zip 5',
    'address zip',
  ],
  age_range: ['age group', 'your age', 'how old are you'],
  dob: ['birthday', 'birthdate', 'date of birth', 'birth day'],
  estimated_assets: [
    ...['estimated investable assets', 'amount to invest', 'investment amount', 'retirement savings'],
    ...['savings', 'total assets', 'how much do you have to invest'],
  ],
  purchase_timeline: ['purchase timeframe', 'time frame', 'when do you plan to buy', 'buying timeline'],
  lead_type: ['type of annuity', 'annuity', 'annuity product', 'product type', 'annuity interest'],
  trustedform_cert_url: [
    'trusted form cert url',
    'trustedform',
    'trusted form url',
    'trustedform url',
    'cert url',
  ],
  jornaya_leadid: ['jornaya', 'jornaya id', 'universal lead id', 'jornaya lead id'],
  landing_page_url: ['url', 'page', 'landing url', 'source page', 'page link'],
  ip_address: ['user ip', 'client ip', 'remote ip', 'lead ip', 'visitor ip', 'remote addr'],
  tcpa_text: ['tcpa', 'tcpa consent', 'tcpa disclosure', 'consent language', 'disclosure'],
  consent_at: ['tcpa time', 'opt in time'],
  reference: ['subid', 'sub id 1'],
};

/** Returns what finds a field by its folded name. */
export function fieldFinder(names: FieldNames): (folded: string) => PostedFieldName | undefined {
  const fields = new Map(
    Object.entries(names).flatMap(([field, others]) =>
      others.map((name): [string, PostedFieldName] => [foldName(name), field as PostedFieldName]),
    ),
  );
  return (folded) => fields.get(folded);
}

const findOfTools = fieldFinder(toolNames);

/** Finds a field by a name that is folded. */
export const findField = (folded: string): PostedFieldName | undefined =>
  documentedName(folded) ?? findOfTools(folded);
