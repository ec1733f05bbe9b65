import { CommandClient } from '@desk/bullmq-transport';
import { type FailedDeliveries, listFailedDeliveries } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { readCursor, toCursor } from '../cursor.js';
import { NamesService } from '../names.service.js';

const PAGE_SIZE = 50;

/** Joins notifier's failed deliveries with the names of their buyers and leads. */
@Injectable()
export class FailedDeliveriesService {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  async list(after: string | undefined): Promise<FailedDeliveries> {
    const cursor = readCursor(after);
    const { deliveries, next } = await this.commands.send(listFailedDeliveries, {
      after: cursor && { failedAt: cursor.at, id: cursor.id },
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
      next: next && toCursor(next.failedAt, next.id),
    };
  }
}
