import { resolveCharge } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { UnknownVerdict } from '../provider/verdict.js';
import { hasOutcome, purchaseTransitions } from './purchase-transitions.js';
import { PurchaseRepository } from './purchase.repository.js';
import { resolveDelayMs } from './resolve-schedule.js';
import type { StepResult } from './step-result.js';

/** Step 5: records that the outcome is unknown and schedules another attempt to resolve it, in one transaction. */
@Injectable()
export class PurchaseDeferrer {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchaseRepository,
  ) {}

  /**
   * Does nothing if the next attempt is already scheduled.
   * @param attempt the attempt that was inconclusive, 0 for the first
   */
  async defer(
    { purchase, step }: Omit<StepResult, 'verdict'>,
    { needsNewKey, isUnanswered }: UnknownVerdict,
    attempt: number,
  ): Promise<void> {
    const { id, createAttempt, confirmAttempt } = purchase;
    const nextAttempt = attempt + 1;
    await this.transactions.run(async (tx) => {
      const current = await this.purchases.lock(tx, id);
      if (hasOutcome(current.status) || current.resolveAttempt >= nextAttempt) return;
      purchaseTransitions.move(current.status, 'unknown');
      await this.purchases.setUnknown(tx, id, {
        resolveAttempt: nextAttempt,
        createAttempt: createAttempt + (needsNewKey && step === 'create' ? 1 : 0),
        confirmAttempt: confirmAttempt + (needsNewKey && step === 'confirm' ? 1 : 0),
        isUnanswered,
      });
      const delayMs = resolveDelayMs(nextAttempt, isUnanswered, Math.random);
      tx.publish(
        resolveCharge,
        { purchaseId: id, attempt: nextAttempt },
        { key: `${id}-${nextAttempt}`, delayMs },
      );
    });
    crashPoint('billing.unknown-committed');
  }
}
