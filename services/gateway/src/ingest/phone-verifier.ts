import {
  type Lead,
  lookUpPhone,
  type PhoneCheck,
  type PhoneVerification,
  type ResponseOf,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { OptionalQuery } from '../http/optional-query.js';

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

type Found = ResponseOf<typeof lookUpPhone>['found'];

/** The longest that a look-up may delay a post. */
export const LOOKUP_TIMEOUT_MS = 1_500;
/** After this many look-ups in a row without an answer, none is made for a while. */
const MAX_FAILURES = 3;
const PAUSE_MS = 30_000;

/** Looks up phone numbers for funnels that have it turned on. A provider that does not answer never costs a sale. */
@Injectable()
export class PhoneVerifier {
  private failures = 0;
  private pausedUntil = 0;

  constructor(private readonly queries: OptionalQuery) {}

  /** Returns the lead with what was found; null if the number must be valid and is not. */
  async verify(lead: Lead, verification: PhoneVerification): Promise<Lead | null> {
    if (verification === 'off') return lead;
    const found = await this.lookUp(lead.phone);
    if (found?.isValid === false && verification === 'required') return null;
    return { ...lead, phoneCheck: toPhoneCheck(found) };
  }

  private async lookUp(phone: string): Promise<Found> {
    if (performance.now() < this.pausedUntil) return null;
    const answer = await this.queries.fetch(lookUpPhone, { phone }, LOOKUP_TIMEOUT_MS);
    const found = answer?.found ?? null;
    this.failures = found === null ? this.failures + 1 : 0;
    if (this.failures >= MAX_FAILURES) {
      this.failures = 0;
      this.pausedUntil = performance.now() + PAUSE_MS;
    }
    return found;
  }
}
