import { randomUUID } from 'node:crypto';
import { emailBounced } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from './channel.repository.js';

@Injectable()
export class BounceService {
  constructor(private readonly channels: ChannelRepository) {}

  /**
   * From the commit on, emails to this address contain no personal data until accounts reports a confirmation.
   *
   * @param attemptedAt when the attempt began: a confirmation since then is the later of the two
   */
  async record(tx: Tx, userId: string, email: string, attemptedAt: Date): Promise<void> {
    const bouncedAt = await this.channels.recordBounce(tx, { userId, email, attemptedAt });
    if (bouncedAt)
      tx.publish(emailBounced, { userId, email, at: bouncedAt.toISOString() }, { key: randomUUID() });
  }
}
