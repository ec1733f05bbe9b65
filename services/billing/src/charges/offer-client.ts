import { CommandClient } from '@desk/bullmq-transport';
import { getOfferStatus } from '@desk/contracts';
import { Injectable } from '@nestjs/common';

/** The offers of lead-router. Asked only when a failover may have lost the one that a task is about (ADR 0028). */
@Injectable()
export class OfferClient {
  constructor(private readonly commands: CommandClient) {}

  async isOpen(offerId: string): Promise<boolean> {
    return (await this.commands.send(getOfferStatus, { offerId })).status === 'open';
  }
}
