import type { DeliveryFailureReason } from '@desk/contracts';

interface Failure {
  readonly reason: DeliveryFailureReason;
  /** The provider's own code, for the log. Never its text, which may quote addresses. */
  readonly providerCode?: string;
}

/** Result of one attempt to send. */
export type SendOutcome =
  | { readonly result: 'accepted' }
  /** Not accepted now, or it is unknown whether it was: retry. */
  | (Failure & { readonly result: 'temporary' })
  /** The same message to the same address will not be accepted later either. */
  | (Failure & { readonly result: 'permanent' });
