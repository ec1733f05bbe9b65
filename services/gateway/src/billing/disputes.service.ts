import { CommandClient } from '@desk/bullmq-transport';
import {
  type AdminDispute,
  getDispute,
  getLead,
  getUserDetails,
  listDeliveriesOfLead,
  listDisputes,
  listPurchasesOfLead,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { NamesService } from '../names/names.service.js';
import { renderEvidence } from './dispute-evidence.js';

/** Joins billing's disputes with what the other services know about the sales. */
@Injectable()
export class DisputesService {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  async list(): Promise<AdminDispute[]> {
    const { disputes } = await this.commands.send(listDisputes, {});
    const [buyers, leads] = await Promise.all([
      this.names.users(disputes.map(({ buyerId }) => buyerId)),
      this.names.leads(disputes.map(({ leadId }) => leadId)),
    ]);
    return disputes.map(({ buyerId, ...dispute }) => ({
      ...dispute,
      buyer: buyers.get(buyerId) ?? null,
      lead: leads.get(dispute.leadId) ?? null,
    }));
  }

  /** Fails if a service does not answer: evidence with a part missing could lose the dispute. */
  async collectEvidence(disputeId: string, actorId: string): Promise<string> {
    const dispute = await this.commands.send(getDispute, { disputeId });
    const { leadId, buyerId } = dispute;
    const [lead, { purchases }, { deliveries }, names, { terms }] = await Promise.all([
      this.commands.send(getLead, { leadId }),
      this.commands.send(listPurchasesOfLead, { leadId, buyerId }),
      this.commands.send(listDeliveriesOfLead, { leadId, buyerId }),
      this.names.users([buyerId]),
      this.commands.send(getUserDetails, { userId: buyerId, actorId }),
    ]);
    const buyer = names.get(buyerId) ?? null;
    return renderEvidence({
      dispute,
      buyer,
      terms,
      lead,
      purchases,
      deliveries,
      collectedAt: new Date().toISOString(),
    });
  }
}
