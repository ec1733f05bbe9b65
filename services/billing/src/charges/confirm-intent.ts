import { setImmediate } from 'node:timers/promises';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Purchase } from '../database/entities/purchase.entity.js';
import { verdictOfError } from '../provider/error-verdict.js';
import { PaymentIntents } from '../provider/payment-intents.js';
import { type Verdict, verdictOfIntent } from '../provider/verdict.js';
import { type ChargeAnswer, expectationOf } from './charge-answer.js';
import { confirmKey } from './idempotency-keys.js';

/**
 * Step 3: the money moves. Called only for an intent that was just made or just read as unconfirmed; it can succeed
 * once, whatever else is sent for it.
 */
@Injectable()
export class ConfirmIntent {
  constructor(private readonly intents: PaymentIntents) {}

  async run(purchase: Purchase, intentId: string): Promise<ChargeAnswer> {
    const answering = this.send(purchase, intentId);
    // One turn, so that the request has left this process.
    await setImmediate();
    crashPoint('billing.charge-in-flight');
    const verdict = await answering;
    crashPoint('billing.after-confirm-answer');
    return { purchase, step: 'confirm', verdict };
  }

  private async send(purchase: Purchase, intentId: string): Promise<Verdict> {
    const expected = expectationOf(purchase);
    try {
      const key = confirmKey(purchase.offerId, purchase.confirmAttempt);
      return verdictOfIntent(await this.intents.confirm(intentId, key), expected);
    } catch (error) {
      return verdictOfError(error, 'confirm', expected);
    }
  }
}
