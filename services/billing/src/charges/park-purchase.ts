import { resolveCharge } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { PurchasesRepository } from '../database/repositories/purchases.repository.js';
import type { UnknownVerdict } from '../provider/verdict.js';
import type { ChargeAnswer } from './charge-answer.js';
import { isSettled, transition } from './purchase-transitions.js';
import { resolveDelay } from './resolve-schedule.js';

/** Step 5: not known yet. The order to look again is committed with the state, so it outlives this process. */
@Injectable()
export class DeferPurchase {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchasesRepository,
  ) {}

  /** `attempt`: the one that was in vain, 0 for the first. Where the next one is ordered already, nothing happens. */
  async run(
    answer: Omit<ChargeAnswer, 'verdict'>,
    { keySpent }: UnknownVerdict,
    attempt: number,
  ): Promise<void> {
    const { id, createAttempt, confirmAttempt } = answer.purchase;
    const next = attempt + 1;
    await this.transactions.run(async (tx) => {
      const current = await this.purchases.lock(tx, id);
      if (isSettled(current.status) || current.resolveAttempt >= next) return;
      transition(current.status, 'unknown');
      await this.purchases.markUnknown(tx, id, {
        resolveAttempt: next,
        createAttempt: createAttempt + (keySpent && answer.step === 'create' ? 1 : 0),
        confirmAttempt: confirmAttempt + (keySpent && answer.step === 'confirm' ? 1 : 0),
      });
      const delayMs = resolveDelay(next, Math.random);
      tx.publish(resolveCharge, { purchaseId: id, attempt: next }, { key: `${id}-${next}`, delayMs });
    });
    crashPoint('billing.unknown-committed');
  }
}
