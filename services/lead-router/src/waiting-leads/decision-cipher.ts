import type { DataCipher } from '@desk/service-kit';

/** A reason may name the person of the lead or the buyer. The encrypted value of another decision is refused. */
export const toDecisionPurpose = (decisionId: string): string => `lead_decisions.reason ${decisionId}`;

export interface DecisionText {
  readonly id: string;
  readonly reason: string;
}

export const decryptDecision = <D extends DecisionText>(cipher: DataCipher, stored: D): D => ({
  ...stored,
  reason: cipher.decrypt(stored.reason, toDecisionPurpose(stored.id)),
});
