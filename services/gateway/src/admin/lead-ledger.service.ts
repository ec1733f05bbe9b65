import { CommandClient } from '@desk/bullmq-transport';
import {
  type AdminLeadPage,
  type AdminLeads,
  type adminLeadsQuery,
  listDeliveriesOfLead,
  getLead,
  listLeads,
  listPurchasesOfLead,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import type { InferType } from 'yup';
import { readSearch } from '../http/search.js';
import { OptionalQuery } from '../http/tolerant-client.js';
import { readCursor, toCursor } from './cursor.js';
import { toOffer } from './lead-way.js';
import { NamesService } from './names.service.js';

const PAGE = 50;

/** Every lead and its whole way, put together from those who know its parts. */
@Injectable()
export class LeadHistoryService {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
    private readonly beside: OptionalQuery,
  ) {}

  async list({ status, search, order, after }: InferType<typeof adminLeadsQuery>): Promise<AdminLeads> {
    const seen = readCursor(after);
    const { leads, next } = await this.commands.send(listLeads, {
      status: status ?? null,
      search: readSearch(search),
      order: order ?? 'newest',
      after: seen && { receivedAt: seen.at, id: seen.id },
      limit: PAGE,
    });
    const names = await this.names.users(leads.map(({ buyerId }) => buyerId));
    return {
      leads: leads.map(({ buyerId, ...lead }) => ({ ...lead, buyer: names.get(buyerId ?? '') ?? null })),
      next: next && toCursor(next.receivedAt, next.id),
    };
  }

  /** Without billing or notifier the way is shown as far as lead-router knows it. */
  async get(leadId: string): Promise<AdminLeadPage> {
    const asked = { leadId, buyerId: null };
    const [{ buyerId, offers, ...lead }, charged, delivered] = await Promise.all([
      this.commands.send(getLead, { leadId }),
      this.beside.ask(listPurchasesOfLead, asked),
      this.beside.ask(listDeliveriesOfLead, asked),
    ]);
    const [purchases, deliveries] = [charged?.purchases ?? [], delivered?.deliveries ?? []];
    const names = await this.names.users([buyerId, ...offers.map((offer) => offer.buyerId)]);
    return {
      ...lead,
      buyer: names.get(buyerId ?? '') ?? null,
      offers: offers.map((offer) => toOffer(offer, { names, purchases, deliveries })),
    };
  }
}
