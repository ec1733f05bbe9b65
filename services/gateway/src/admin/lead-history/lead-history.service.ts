import { CommandClient } from '@desk/bullmq-transport';
import { type AdminLeads, listLeads } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import type { RouteInput } from '../../http/handle-route.js';
import { readCursor, toCursor } from '../../http/cursor.js';
import { NamesService } from '../../names/names.service.js';

const PAGE_SIZE = 50;

/** The admin's list of all leads. */
@Injectable()
export class LeadHistoryService {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  async list({
    status,
    search,
    user,
    order,
    after,
  }: RouteInput<'listLeadHistory'>['query']): Promise<AdminLeads> {
    const cursor = readCursor(after);
    const { leads, next } = await this.commands.send(listLeads, {
      status: status ?? null,
      search: search ?? null,
      ...(user === undefined ? {} : { buyerId: user }),
      order: order ?? 'newest',
      after: cursor && { receivedAt: cursor.at, id: cursor.id },
      limit: PAGE_SIZE,
    });
    const names = await this.names.users(leads.map(({ buyerId }) => buyerId));
    return {
      leads: leads.map(({ buyerId, ...lead }) => ({ ...lead, buyer: names.get(buyerId ?? '') ?? null })),
      next: next && toCursor(next.receivedAt, next.id),
    };
  }
}
