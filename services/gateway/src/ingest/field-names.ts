/** The documented name of each field a funnel may send, and the other names that funnels are in the habit of using. */
const names = {
  first_name: ['firstname', 'firstName', 'fname'],
  last_name: ['lastname', 'lastName', 'lname'],
  full_name: ['fullname', 'fullName', 'name'],
  phone: ['phone_number', 'phoneNumber', 'primary_phone', 'mobile'],
  email: ['email_address', 'emailAddress'],
  state: ['state_code', 'region'],
  zip_code: ['zip', 'zipcode', 'zipCode', 'postal_code', 'postalCode'],
  age_range: ['ageRange', 'age_band'],
  age: [],
  dob: ['date_of_birth', 'dateOfBirth', 'birth_date'],
  estimated_assets: ['estimatedAssets', 'assets', 'investable_assets', 'asset_range'],
  purchase_timeline: ['purchaseTimeline', 'timeline', 'timeframe'],
  lead_type: ['leadType', 'annuity_type', 'product', 'type'],
  trustedform_cert_url: ['trustedForm', 'trusted_form_cert_url', 'xxTrustedFormCertUrl'],
  jornaya_leadid: ['jornaya_lead_id', 'universal_leadid', 'leadid_token'],
  tcpa_text: ['tcpa_language', 'consent_text'],
  ip_address: ['ip', 'ipAddress'],
  landing_page_url: ['landing_page', 'page_url', 'source_url'],
  reference: ['sub_id', 'subid', 'click_id'],
} as const satisfies Record<string, readonly string[]>;

export type FieldName = keyof typeof names;

const byName = new Map<string, FieldName>(
  Object.entries(names).flatMap(([field, aliases]) =>
    [field, ...aliases].map((name): [string, FieldName] => [name, field as FieldName]),
  ),
);

/** The field that a sender's name stands for, or undefined when it is not known. */
export const fieldNamed = (name: string): FieldName | undefined => byName.get(name);
