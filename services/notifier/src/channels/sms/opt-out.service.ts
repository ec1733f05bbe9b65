import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { OptionalChannelsService } from '../optional-channels.service.js';
import { PhoneCodeRepository } from './phone-code.repository.js';
import { PhoneOptOutRepository } from './phone-opt-out.repository.js';

/** What STOP and START change, for every agent with the number. */
@Injectable()
export class OptOutService {
  constructor(
    private readonly optOuts: PhoneOptOutRepository,
    private readonly codes: PhoneCodeRepository,
    private readonly channels: OptionalChannelsService,
  ) {}

  /** Returns false if the number has opted out before. */
  async optOut(tx: Tx, phone: string): Promise<boolean> {
    await this.optOuts.lockNumber(tx, phone);
    const isNew = await this.optOuts.record(tx, phone);
    await this.codes.expireOf(tx, phone);
    for (const { id } of await this.optOuts.lockChannels(tx, phone))
      await this.channels.disable(tx, id, 'OPTED_OUT');
    return isNew;
  }

  /** Leaves it to the agents to resume: somebody else may own the number by now. */
  async lift(tx: Tx, phone: string): Promise<void> {
    await this.optOuts.lockNumber(tx, phone);
    await this.optOuts.lift(tx, phone);
    for (const { id, disabledReason } of await this.optOuts.lockChannels(tx, phone))
      if (disabledReason === 'OPTED_OUT') await this.channels.pauseAfterOptOut(tx, id);
  }
}
