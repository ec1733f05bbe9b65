import { DomainError } from '@desk/contracts';

/** A proof that was not accepted. `reason` goes to the audit log only. */
export class RejectedProofError extends DomainError {
  constructor(
    code: 'WRONG_CODE' | 'PASSKEY_REJECTED',
    readonly reason: 'wrong code' | 'unknown passkey' | 'invalid assertion' | 'counter regressed',
  ) {
    super(code);
  }
}
