import { randomUUID } from 'node:crypto';
import { emailBounced } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

/** Addresses that mail servers refused. */
@Injectable()
export class BounceRepository {
  /**
   * Records that a mail server refused an address, unless the user has another one by now. From the commit on, emails to it
   * contain no personal data until accounts reports a confirmation.
   *
   * @param attemptedAt when the attempt began; a confirmation after that outweighs the bounce
   */
  async recordBounce(tx: Tx, userId: string, email: string, attemptedAt: Date): Promise<void> {
    const [row] = await tx.query<{ bouncedAt: Date }>(
      `UPDATE channels SET bounced_at = GREATEST(bounced_at, $3), updated_at = now()
        WHERE buyer_id = $1 AND kind = 'email' AND address = $2 RETURNING bounced_at AS "bouncedAt"`,
      [userId, email, attemptedAt],
    );
    if (row)
      tx.publish(emailBounced, { userId, email, at: row.bouncedAt.toISOString() }, { key: randomUUID() });
  }
}
