import {
  ageRanges,
  assetBands,
  leadTypes,
  phoneChecks,
  purchaseTimelines,
  usStates,
} from './leads.values.js';

interface CommonDefinition {
  /** What people call the field, on pages, in mails and in spreadsheets. */
  readonly label: string;
  /** Documented name in a funnel's post. A lead field's column of the table `leads` has the same name. */
  readonly postedAs: string;
  /** Other names under which funnels commonly post it, in any case and with any separator. */
  readonly aliases: readonly string[];
}

interface LeadFieldDefinition extends CommonDefinition {
  /** `contact` identifies the person and must never be logged. */
  readonly group: 'contact' | 'profile';
  /** Fields added after the first release are optional: older leads do not have them. */
  readonly isOptional?: true;
  /** A part of the name as it was posted. Shown only where two names are wanted, such as in CRMs. */
  readonly isNamePart?: true;
  /** This system determines it. A post must not contain it. */
  readonly isFound?: true;
  /** The values of a list field. A text field has the other rules, and always a maximum. */
  readonly oneOf?: readonly string[];
  readonly oneOfMessage?: string;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  readonly patternMessage?: string;
}

/**
 * Every field that describes a lead's person, in the order in which people read them. Validation, messages, storage,
 * mails, spreadsheets, pages, the API description and the demo derive from this table (CONTRIBUTING.md, "Add a lead
 * field"). `consentFields` below lists the proof of consent.
 */
export const leadFields = {
  fullName: {
    label: 'Name',
    group: 'contact',
    postedAs: 'full_name',
    aliases: ['name'],
    maxLength: 200,
    pattern: /\S/,
    patternMessage: 'Name is required',
  },
  firstName: {
    label: 'First name',
    group: 'contact',
    postedAs: 'first_name',
    aliases: ['fname'],
    isOptional: true,
    isNamePart: true,
    maxLength: 200,
  },
  lastName: {
    label: 'Last name',
    group: 'contact',
    postedAs: 'last_name',
    aliases: ['lname'],
    isOptional: true,
    isNamePart: true,
    maxLength: 200,
  },
  /** Lower case. */
  email: {
    label: 'Email',
    group: 'contact',
    postedAs: 'email',
    aliases: ['email_address'],
    maxLength: 254,
    pattern: /^[^\s@A-Z]+@[^\s@A-Z][^\s@A-Z.]*\.[^\s@A-Z]{2,}$/,
    patternMessage: 'Invalid email address',
  },
  /** E.164, North American numbering plan. */
  phone: {
    label: 'Phone',
    group: 'contact',
    postedAs: 'phone',
    aliases: ['phone_number', 'primary_phone', 'mobile'],
    maxLength: 32,
    pattern: /^\+1[2-9]\d{2}[2-9]\d{6}$/,
    patternMessage: 'Phone must be a valid US phone number',
  },
  state: {
    label: 'State',
    group: 'contact',
    postedAs: 'state',
    aliases: ['state_code', 'region'],
    oneOf: usStates,
    oneOfMessage: 'State must be a US state: its name or its two letters',
  },
  zipCode: {
    label: 'ZIP code',
    group: 'contact',
    postedAs: 'zip_code',
    aliases: ['zip', 'postal_code'],
    maxLength: 10,
    pattern: /^\d{5}(-\d{4})?$/,
    patternMessage: 'ZIP code must have 5 digits, or 5+4',
  },
  ageRange: {
    label: 'Age range',
    group: 'profile',
    postedAs: 'age_range',
    aliases: ['age_band'],
    oneOf: ageRanges,
  },
  estimatedAssets: {
    label: 'Estimated assets',
    group: 'profile',
    postedAs: 'estimated_assets',
    aliases: ['assets', 'investable_assets', 'asset_range'],
    oneOf: assetBands,
  },
  purchaseTimeline: {
    label: 'Purchase timeline',
    group: 'profile',
    postedAs: 'purchase_timeline',
    aliases: ['timeline', 'timeframe'],
    oneOf: purchaseTimelines,
  },
  leadType: {
    label: 'Lead type',
    group: 'profile',
    postedAs: 'lead_type',
    aliases: ['annuity_type', 'product', 'type'],
    oneOf: leadTypes,
  },
  /** Only leads of funnels whose phone numbers are looked up have it (ADR 11). */
  phoneCheck: {
    label: 'Phone check',
    group: 'profile',
    postedAs: 'phone_check',
    aliases: [],
    isOptional: true,
    isFound: true,
    oneOf: phoneChecks,
  },
} as const satisfies Record<string, LeadFieldDefinition>;

export type LeadFieldName = keyof typeof leadFields;

type Definition<Name extends LeadFieldName> = (typeof leadFields)[Name];
/** Type of one field's value: the union of a list field's values, otherwise `string`. */
export type LeadFieldValue<Name extends LeadFieldName> =
  Definition<Name> extends { readonly oneOf: readonly (infer Value extends string)[] } ? Value : string;
type OptionalName = {
  [Name in LeadFieldName]: Definition<Name> extends { readonly isOptional: true } ? Name : never;
}[LeadFieldName];
/** The fields with their values, as a canonical lead has them. */
export type LeadFieldValues = { [Name in Exclude<LeadFieldName, OptionalName>]: LeadFieldValue<Name> } & {
  [Name in OptionalName]?: LeadFieldValue<Name> | undefined;
};

/** The table's entries without their literal types, for code that treats all fields alike. */
export const leadFieldEntries = Object.entries(leadFields) as readonly (readonly [
  LeadFieldName,
  LeadFieldDefinition,
])[];

export const postedLeadFieldEntries = leadFieldEntries.filter(([, { isFound }]) => isFound !== true);

/** The fields listed below the name, which is the heading. */
export const detailFieldEntries = leadFieldEntries.filter(
  ([name, { isNamePart }]) => name !== 'fullName' && !isNamePart,
);

/** Replaces what identifies a person once it is removed. No email address or phone number looks like this. */
export const REMOVED = 'Removed';

/** Fields that identify the person. A list field does not: many people share each of its values. */
export const identifyingLeadFields = leadFieldEntries.filter(
  ([, { group, oneOf }]) => group === 'contact' && !oneOf,
);

/** Returns the text of one field; empty if the lead does not have it. */
export const leadFieldText = (
  lead: Partial<Readonly<Record<LeadFieldName, string | undefined>>>,
  name: LeadFieldName,
): string => lead[name] ?? '';

/**
 * Returns the first and last name as they were posted. If the name was posted as one text, its last word is the last
 * name.
 */
export function toNameParts(lead: {
  readonly fullName: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}): { readonly firstName: string; readonly lastName: string } {
  const { firstName, lastName } = lead;
  if (firstName !== undefined && lastName !== undefined) return { firstName, lastName };
  const words = lead.fullName.trim().split(/\s+/);
  return {
    firstName: words.slice(0, -1).join(' ') || lead.fullName.trim(),
    lastName: words.length > 1 ? (words.at(-1) ?? '') : '',
  };
}

interface ConsentFieldDefinition extends CommonDefinition {
  /** A long text, such as the wording agreed to, which pages show below the other fields. */
  readonly isLongText?: true;
  /** May be shown as a link when it is an https address. */
  readonly isUrl?: true;
  readonly maxLength?: number;
  readonly exactLength?: number;
}

/** The proof that the person asked to be contacted, in the order in which people read it. All are optional. */
export const consentFields = {
  trustedFormCertUrl: {
    label: 'TrustedForm certificate',
    postedAs: 'trustedform_cert_url',
    aliases: ['trusted_form', 'xxTrustedFormCertUrl'],
    maxLength: 500,
    isUrl: true,
  },
  jornayaLeadId: {
    label: 'Jornaya lead ID',
    postedAs: 'jornaya_leadid',
    aliases: ['universal_leadid', 'leadid_token'],
    exactLength: 36,
  },
  landingPageUrl: {
    label: 'Landing page',
    postedAs: 'landing_page_url',
    aliases: ['landing_page', 'page_url', 'source_url'],
    maxLength: 2_000,
    isUrl: true,
  },
  ipAddress: {
    label: 'IP address',
    postedAs: 'ip_address',
    aliases: ['ip'],
    maxLength: 45,
  },
  tcpaText: {
    label: 'Consent wording',
    postedAs: 'tcpa_text',
    aliases: ['tcpa_language', 'consent_text'],
    maxLength: 4_000,
    isLongText: true,
  },
  /** ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
  consentedAt: {
    label: 'Consent given',
    postedAs: 'consent_at',
    aliases: ['consent_time', 'consent_timestamp', 'tcpa_timestamp', 'optin_at'],
    maxLength: 40,
  },
} as const satisfies Record<string, ConsentFieldDefinition>;

export type ConsentFieldName = keyof typeof consentFields;
export const consentFieldEntries = Object.entries(consentFields) as readonly (readonly [
  ConsentFieldName,
  ConsentFieldDefinition,
])[];

/**
 * Posted fields that are not lead fields themselves. An age range may come as an age or a date of birth.
 * `reference` is the funnel's own, and every answer returns it.
 */
export const otherPostedFields = {
  age: { aliases: [] },
  dob: { aliases: ['date_of_birth', 'birth_date'] },
  reference: { aliases: ['sub_id', 'click_id'] },
} as const satisfies Record<string, { readonly aliases: readonly string[] }>;

/** Documented name of a field that a funnel may post. */
export type PostedFieldName =
  | (typeof leadFields)[LeadFieldName]['postedAs']
  | (typeof consentFields)[ConsentFieldName]['postedAs']
  | keyof typeof otherPostedFields;

/** The fields that a post may contain, each with its other names. */
export const postedFields = [
  ...[...postedLeadFieldEntries, ...consentFieldEntries].map(
    ([, { postedAs, aliases }]) => [postedAs, aliases] as const,
  ),
  ...Object.entries(otherPostedFields).map(([name, { aliases }]) => [name, aliases] as const),
] as readonly (readonly [PostedFieldName, readonly string[]])[];
export const postedFieldNames = postedFields.map(([name]) => name);
