import { CommandClient } from '@desk/bullmq-transport';
import {
  getDispute,
  getLead,
  getUserDetails,
  listDeliveriesOfLead,
  listDisputes,
  listPurchasesOfLead,
  reviewDispute,
  routes,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { byAdmin, empty, forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { NamesService } from '../names/names.service.js';
import { renderEvidence } from './dispute-evidence.js';

export const DisputeRoutes = forwardRoutes([forward('reviewDispute', reviewDispute, byAdmin, empty)]);

/** Joins billing's disputes with what the other services know about the sales. */
@Controller()
export class AdminDisputesController {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  @HandleRoute(routes.listDisputes)
  async list(): Promise<RouteAnswer<'listDisputes'>> {
    const { disputes } = await this.commands.send(listDisputes, {});
    const [buyers, leads] = await Promise.all([
      this.names.users(disputes.map(({ buyerId }) => buyerId)),
      this.names.leads(disputes.map(({ leadId }) => leadId)),
    ]);
    return {
      disputes: disputes.map(({ buyerId, ...dispute }) => ({
        ...dispute,
        buyer: buyers.get(buyerId) ?? null,
        lead: leads.get(dispute.leadId) ?? null,
      })),
    };
  }

  /** Fails if a service does not answer: evidence with a part missing could lose the dispute. */
  @HandleRoute(routes.getDisputeEvidence)
  async getEvidence({ params, user, response }: RouteInput<'getDisputeEvidence'>): Promise<void> {
    const dispute = await this.commands.send(getDispute, params);
    const { leadId, buyerId } = dispute;
    const [lead, { purchases }, { deliveries }, names, { terms }] = await Promise.all([
      this.commands.send(getLead, { leadId }),
      this.commands.send(listPurchasesOfLead, { leadId, buyerId }),
      this.commands.send(listDeliveriesOfLead, { leadId, buyerId }),
      this.names.users([buyerId]),
      this.commands.send(getUserDetails, { userId: buyerId, actorId: user.id }),
    ]);
    const buyer = names.get(buyerId) ?? null;
    const collectedAt = new Date().toISOString();
    const evidence = renderEvidence({ dispute, buyer, terms, lead, purchases, deliveries, collectedAt });
    response.attachment(`dispute-${params.disputeId}.txt`);
    response.send(evidence);
  }
}
