import {
  type acceptLead,
  type checkLead,
  DomainError,
  type PhoneVerification,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { isUnavailable, LeadChecks } from './lead-checks.js';
import { PhoneTurns } from './phone-turns.js';
import { PhoneVerifier } from './phone-verifier.js';
import { documentedName } from './read-fields.js';

type Body = Readonly<Record<string, unknown>>;
type LeadPost = RequestOf<typeof checkLead>;
type Accepted = ResponseOf<typeof acceptLead>;

/** Accepts leads of funnels that have phone numbers looked up. */
@Injectable()
export class VerifiedIntake {
  constructor(
    private readonly checks: LeadChecks,
    private readonly turns: PhoneTurns,
    private readonly phones: PhoneVerifier,
  ) {}

  /**
   * Looks the number up only if the lead would be accepted, and once for posts of one number that arrive together.
   * @throws INVALID_REQUEST for a number that must be valid and is not, and what `acceptNew` throws
   */
  accept(
    post: LeadPost,
    verification: PhoneVerification,
    body: Body,
    acceptNew: (post: LeadPost) => Promise<Accepted>,
  ): Promise<Accepted> {
    return this.turns.run(post.lead.phone, async () => {
      // If lead-router does not answer the check, `acceptNew` decides.
      const known = await this.checks.findAccepted(post).catch(ignoreUnavailable);
      if (known) return known;
      const lead = await this.phones.verify(post.lead, verification);
      if (lead) return acceptNew({ ...post, lead });
      // The same post may have been accepted meanwhile, so look it up before refusing this one.
      const accepted = await this.checks.findAccepted(post);
      if (accepted) return accepted;
      throw unknownNumber(body);
    });
  }
}

/** Names the phone number as the funnel posted it. */
export function unknownNumber(body: Body): DomainError {
  const field = Object.keys(body).find((name) => documentedName(name) === 'phone') ?? 'phone';
  return new DomainError('INVALID_REQUEST', {
    fields: [{ field, message: 'No carrier knows this phone number' }],
  });
}

function ignoreUnavailable(error: unknown): null {
  if (isUnavailable(error)) return null;
  throw error;
}
