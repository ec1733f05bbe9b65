import { type Caller, TERMS_VERSION } from '@desk/contracts';
import { truncateAddress } from '@desk/service-kit';
import type { UserEntity } from './user.entity.js';

type AcceptedTerms = Pick<UserEntity, 'termsAcceptedAt' | 'termsVersion' | 'termsNetwork'>;

/** Returns an acceptance of the current terms. It is evidence in a dispute, so the server sets the time and network. */
export const newAcceptance = ({ address }: Pick<Caller, 'address'>): AcceptedTerms => ({
  termsAcceptedAt: new Date(),
  termsVersion: TERMS_VERSION,
  termsNetwork: truncateAddress(address),
});

/** What a step of the wizard stores about the terms. An acceptance that is withdrawn leaves no record. */
export const termsOf = (isAccepted: boolean, caller: Pick<Caller, 'address'>): AcceptedTerms =>
  isAccepted ? newAcceptance(caller) : { termsAcceptedAt: null, termsVersion: null, termsNetwork: null };
