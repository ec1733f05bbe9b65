import { CommandClient } from '@desk/bullmq-transport';
import { getOfferStatus, type RequestOf, withholdLead } from '@desk/contracts';
import { Injectable } from '@nestjs/common';

/** What billing asks lead-router. */
@Injectable()
export class OfferClient {
  constructor(private readonly commands: CommandClient) {}

  /** Asked only when a failover may have lost the offer that a task is about (ADR 0028). */
  async isOpen(offerId: string): Promise<boolean> {
    return (await this.commands.send(getOfferStatus, { offerId })).status === 'open';
  }

  /** Withholds a lead that no channel could deliver, and returns whether it is; not if its buyer has seen it (ADR 0063). */
  async withhold(lead: RequestOf<typeof withholdLead>): Promise<boolean> {
    return (await this.commands.send(withholdLead, lead)).isWithheld;
  }
}
