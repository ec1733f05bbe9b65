import { type Caller, TERMS_VERSION } from '@desk/contracts';
import { truncateAddress } from '@desk/service-kit';
import type { UserEntity } from './user.entity.js';

type AcceptedTerms = Pick<UserEntity, 'termsAcceptedAt' | 'termsVersion' | 'termsNetwork'>;

/** That the terms published now are accepted now. Evidence in a dispute, so the server says when and from where. */
export const acceptTerms = ({ address }: Pick<Caller, 'address'>): AcceptedTerms => ({
  termsAcceptedAt: new Date(),
  termsVersion: TERMS_VERSION,
  termsNetwork: truncateAddress(address),
});

/** What a step of the wizard says about the terms: an acceptance that is taken back leaves no record. */
export const termsOf = (isAccepted: boolean, caller: Pick<Caller, 'address'>): AcceptedTerms =>
  isAccepted ? acceptTerms(caller) : { termsAcceptedAt: null, termsVersion: null, termsNetwork: null };
