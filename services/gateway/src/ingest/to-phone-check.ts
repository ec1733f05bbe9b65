import type { lookUpPhone, PhoneCheck, ResponseOf } from '@desk/contracts';

/** Line types of Twilio Lookup (twilio.com/docs/lookup/v2-api/line-type-intelligence) that people know by a name. */
const checks: Readonly<Record<string, PhoneCheck>> = {
  mobile: 'Verified mobile',
  landline: 'Verified landline',
  fixedVoip: 'Verified VoIP',
  nonFixedVoip: 'Verified VoIP',
  unknown: 'Not verified',
};

/** Returns what people read about a look-up. Nothing is called verified unless a carrier knows the line. */
export function toPhoneCheck(found: ResponseOf<typeof lookUpPhone>['found']): PhoneCheck {
  if (!found?.isValid || found.lineType === null) return 'Not verified';
  return Object.hasOwn(checks, found.lineType)
    ? (checks[found.lineType] ?? 'Not verified')
    : 'Verified, other line';
}
