import { CommandClient } from '@desk/bullmq-transport';
import { type AdminDeliveries, listDeliveries } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import type { RouteInput } from '../http/handle-route.js';
import { NamesService } from '../names/names.service.js';
import { readCursor, toCursor } from '../http/paging.js';

const PAGE_SIZE = 50;

/** Joins notifier's deliveries with the names of their buyers and leads. */
@Injectable()
export class DeliveryLogService {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  async list({
    after,
    agent,
    channel,
    status,
  }: RouteInput<'listAllDeliveries'>['query']): Promise<AdminDeliveries> {
    const { deliveries, next } = await this.commands.send(listDeliveries, {
      buyerId: agent ?? null,
      channel: channel ?? null,
      status: status ?? null,
      after: readCursor(after, 'queuedAt'),
      limit: PAGE_SIZE,
    });
    const [buyers, leads] = await Promise.all([
      this.names.users(deliveries.map(({ buyerId }) => buyerId)),
      this.names.leads(deliveries.map(({ leadId }) => leadId)),
    ]);
    return {
      deliveries: deliveries.map((delivery) => ({
        ...delivery,
        buyer: buyers.get(delivery.buyerId) ?? null,
        lead: leads.get(delivery.leadId) ?? null,
      })),
      next: next && toCursor(next.queuedAt, next.id),
    };
  }
}
