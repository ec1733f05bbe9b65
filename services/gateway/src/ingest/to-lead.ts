import { DomainError, type FieldError, type Lead, leadSchema, parse } from '@desk/contracts';
import type { FieldName } from './field-names.js';
import { ageOn, ageToRange, toAgeRange, toAssetBand, toE164, toLeadType, toTimeline } from './normalise.js';
import { type ReadFields, readFields } from './read-fields.js';

/** Which sent field a canonical one comes from, for naming it in an error. */
const sourceOf: Readonly<Record<string, FieldName>> = {
  phone: 'phone',
  email: 'email',
  state: 'state',
  zipCode: 'zip_code',
  ageRange: 'age_range',
  estimatedAssets: 'estimated_assets',
  purchaseTimeline: 'purchase_timeline',
  leadType: 'lead_type',
  'consent.trustedFormCertUrl': 'trustedform_cert_url',
  'consent.jornayaLeadId': 'jornaya_leadid',
  'consent.tcpaText': 'tcpa_text',
  'consent.ipAddress': 'ip_address',
  'consent.landingPageUrl': 'landing_page_url',
  reference: 'reference',
};

/** A step's own finding about one field, in place of the schema's. */
type Fault = (field: FieldName, message: string) => void;

/**
 * A funnel's body to a lead in canonical form. Throws INVALID_REQUEST that names each wrong field as the sender
 * named it. `today` decides the age of a date of birth.
 */
export function toLead(body: Readonly<Record<string, unknown>>, today: Date): Lead {
  const fields = readFields(body);
  const found = new Map<string, string>(fields.faults.map(({ field, message }) => [field, message]));
  const fault: Fault = (field, message) => {
    const name = fields.sentAs(field);
    if (!found.has(name)) found.set(name, message);
  };
  const candidate = toCandidate(fields, today, fault);
  try {
    const lead = parse(leadSchema, candidate);
    if (found.size === 0) return lead;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    for (const { field, message } of error.fields) nameFault(field, message, fields, fault);
  }
  throw new DomainError('INVALID_REQUEST', {
    fields: [...found].map(([field, message]): FieldError => ({ field, message })),
  });
}

function nameFault(path: string, message: string, fields: ReadFields, fault: Fault): void {
  const has = (field: FieldName) => fields.values.has(field);
  if (path === 'fullName') {
    if (has('full_name')) {
      fault('full_name', message);
      return;
    }
    if (!has('first_name')) fault('first_name', 'First name is required');
    if (!has('last_name')) fault('last_name', 'Last name is required');
    if (has('first_name') && has('last_name')) fault('first_name', message);
    return;
  }
  if (path === 'ageRange' && !has('age_range') && (has('age') || has('dob'))) {
    fault(has('age') ? 'age' : 'dob', 'Age must be 55 or over');
    return;
  }
  const source = sourceOf[path];
  if (source) fault(source, message);
}

function toCandidate(fields: ReadFields, today: Date, fault: Fault): Record<string, unknown> {
  const { values } = fields;
  const text = (field: FieldName): string | undefined => {
    const value = values.get(field);
    if (typeof value === 'number') {
      fault(field, 'Must be text');
      return undefined;
    }
    return value;
  };
  const mapped = (field: FieldName, map: (value: string) => string): string | undefined => {
    const value = text(field);
    return value === undefined ? undefined : map(value);
  };
  const consent = {
    trustedFormCertUrl: text('trustedform_cert_url'),
    jornayaLeadId: text('jornaya_leadid'),
    tcpaText: text('tcpa_text'),
    ipAddress: text('ip_address'),
    landingPageUrl: text('landing_page_url'),
  };
  return withoutUndefined({
    fullName: toFullName(text),
    phone: mapped('phone', toE164),
    email: mapped('email', (value) => value.toLowerCase()),
    state: mapped('state', (value) => value.toUpperCase()),
    zipCode: text('zip_code'),
    ageRange: toRange(values, today, text, fault),
    estimatedAssets: toBand(values, fault),
    purchaseTimeline: mapped('purchase_timeline', toTimeline),
    leadType: mapped('lead_type', toLeadType),
    consent: Object.values(consent).some((value) => value !== undefined)
      ? withoutUndefined(consent)
      : undefined,
    reference: text('reference'),
  });
}

function toFullName(text: (field: FieldName) => string | undefined): string | undefined {
  const [full, first, last] = [text('full_name'), text('first_name'), text('last_name')];
  if (full !== undefined) return full;
  return first !== undefined && last !== undefined ? `${first} ${last}` : undefined;
}

function toRange(
  values: ReadFields['values'],
  today: Date,
  text: (field: FieldName) => string | undefined,
  fault: Fault,
): string | undefined {
  if (values.has('age_range')) return toAgeRange(text('age_range') ?? '');
  const dob = text('dob');
  if (values.has('age')) {
    const age = Number(values.get('age'));
    if (Number.isInteger(age) && age > 0 && age < 130) return ageToRange(age);
    fault('age', 'Age must be a whole number of years');
  } else if (dob !== undefined) {
    const age = ageOn(today, dob);
    if (age !== undefined) return ageToRange(age);
    fault('dob', 'Date of birth must be a date (YYYY-MM-DD)');
  }
  return undefined;
}

function toBand(values: ReadFields['values'], fault: Fault): string | undefined {
  const assets = values.get('estimated_assets');
  if (assets === undefined) return undefined;
  const band = toAssetBand(assets);
  if (band === undefined) fault('estimated_assets', 'Estimated assets must be at least $100,000');
  return band;
}

const withoutUndefined = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
