import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { interpretError } from '../provider/interpret-error.js';
import { interpretIntent } from '../provider/interpret-intent.js';
import { PaymentIntentClient } from '../provider/payment-intent-client.js';
import type { Verdict } from '../provider/verdict.js';
import { confirmKey } from './idempotency-keys.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { type StepResult, toExpectedIntent } from './step-result.js';

/**
 * Step 3: moves the money. The caller has just created the intent or read it as unconfirmed. An intent succeeds at
 * most once, however many requests reach it.
 */
@Injectable()
export class IntentConfirmer {
  constructor(private readonly intents: PaymentIntentClient) {}

  async confirm(purchase: PurchaseEntity, intentId: string): Promise<StepResult> {
    const verdict = await this.send(purchase, intentId);
    crashPoint('billing.after-confirm-answer');
    return { purchase, step: 'confirm', verdict };
  }

  private async send(purchase: PurchaseEntity, intentId: string): Promise<Verdict> {
    const expected = toExpectedIntent(purchase);
    try {
      const key = confirmKey(purchase.offerId, purchase.confirmAttempt);
      return interpretIntent(await this.intents.confirm(intentId, key), expected);
    } catch (error) {
      return interpretError(error, 'confirm', expected);
    }
  }
}
