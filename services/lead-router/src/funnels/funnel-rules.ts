import {
  consentFieldEntries,
  DomainError,
  type FieldError,
  type Lead,
  type RequirableField,
} from '@desk/contracts';

/** What a funnel must send with each lead, beyond what every funnel must. */
export interface FunnelRules {
  readonly requiredFields: readonly RequirableField[];
  readonly requiresConsentProof: boolean;
}

const hasField = ({ reference, consent }: Lead, field: RequirableField): boolean => {
  if (field === 'reference') return reference !== undefined;
  const [name] = consentFieldEntries.find(([, { postedAs }]) => postedAs === field) ?? [];
  return name !== undefined && consent?.[name] !== undefined;
};

/** Returns INVALID_REQUEST with the missing fields, CONSENT_REQUIRED without the required proof of consent, or null. */
export function findBrokenRule(
  { requiredFields, requiresConsentProof }: FunnelRules,
  lead: Lead,
): DomainError | null {
  const fields = requiredFields
    .filter((field) => !hasField(lead, field))
    .map((field): FieldError => ({ field, message: 'This funnel requires this field' }));
  if (fields.length > 0) return new DomainError('INVALID_REQUEST', { fields });
  const { trustedFormCertUrl, jornayaLeadId } = lead.consent ?? {};
  const hasProof = trustedFormCertUrl !== undefined || jornayaLeadId !== undefined;
  return requiresConsentProof && !hasProof ? new DomainError('CONSENT_REQUIRED') : null;
}
