import { randomUUID } from 'node:crypto';
import type { Tx } from '@desk/outbox';
import { createDataSource, DataCipher } from '@desk/service-kit';
import { createServiceDatabase, testDataKey, vacuum } from '@desk/testing';
import { database, migrations } from '../src/database/data-source.js';
import { INSERT_LEADS, type NewLead, toParameters } from '../src/intake/lead.repository.js';
import { LeadIndex, type SearchedLead } from '../src/search/lead-index.js';
import { LeadSearchRepository } from '../src/search/lead-search.repository.js';
import { SaleRepository } from '../src/sold-leads/sale.repository.js';
import { SoldLeadSearchRepository } from '../src/sold-leads/sold-lead-search.repository.js';

const indexes = {
  current: new LeadIndex(new DataCipher(testDataKey('current'))),
  older: new LeadIndex(new DataCipher(testDataKey('older'))),
};

interface AddedLead {
  readonly contact: SearchedLead;
  readonly keyId: keyof typeof indexes;
  readonly createdAt: Date;
  readonly filtered?: Partial<Pick<NewLead, 'funnelId' | 'leadType' | 'campaignSource' | 'campaign'>>;
}

/** Starts lead-router's searches on a new database. A lead is indexed under one of two data keys. */
export async function startSearchFixture() {
  const db = await createServiceDatabase('lead-router', { ...database, migrations });
  const { url } = db.services['lead-router'];
  const dataSource = await createDataSource({ ...database, url, poolSize: 2 }).initialize();
  const query = <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    dataSource.query<Row[]>(sql, values);
  const [funnelId, buyerId] = [randomUUID(), randomUUID()];
  await query('INSERT INTO funnels (id, name) VALUES ($1, $2)', [funnelId, 'Test funnel']);
  await query(
    "INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, true, 25, 'UTC')",
    [buyerId],
  );
  const index = new LeadIndex(new DataCipher([testDataKey('current'), testDataKey('older')].join(',')));

  /** Inserts leads with intake's statement. Searches read only what is given; the rest is filler. */
  async function addLeads(added: readonly AddedLead[]): Promise<string[]> {
    const leads = added.map(({ contact, keyId, createdAt, filtered }) => {
      const lead = {
        ...contact,
        id: randomUUID(),
        funnelId,
        idempotencyKey: null,
        bodyHash: 'hash',
        createdAt,
        zipCode: '10001',
        ageRange: '61-65',
        estimatedAssets: '$1M+',
        purchaseTimeline: '0-3 months',
        leadType: 'MYGA',
        consent: null,
        reference: null,
        campaignSource: '',
        campaign: '',
        price: '80.00',
        ...filtered,
      } as NewLead;
      return { ...lead, hashes: indexes[keyId].toStored(contact), keyId };
    });
    await query(INSERT_LEADS, toParameters(leads));
    return leads.map(({ id }) => id);
  }

  /** Sells these leads to the buyer, with the statement that records sales. */
  async function sell(leadIds: readonly string[]): Promise<void> {
    await query("UPDATE leads SET status = 'sold', sold_at = created_at WHERE id = ANY($1)", [leadIds]);
    await query(
      `INSERT INTO lead_offers (id, lead_id, buyer_id, status, amount_cents, slot_day, slot_number, limit_in_force,
                                reserved_at)
       SELECT gen_random_uuid(), id, $2, 'charged', 8000, now()::date, 1, 25, now() FROM unnest($1::uuid[]) AS id`,
      [leadIds, buyerId],
    );
    const sent: Promise<unknown>[] = [];
    const send = (...statement: Parameters<typeof query>) => sent.push(query(...statement));
    new SaleRepository().insert({ send } as unknown as Tx, leadIds);
    await Promise.all(sent);
  }

  return {
    query,
    funnelId,
    buyerId,
    addLeads,
    sell,
    leads: new LeadSearchRepository(dataSource, index),
    soldLeads: new SoldLeadSearchRepository(dataSource, index),
    dataSource,
    vacuum: () =>
      vacuum(
        db,
        ['lead_search', 'leads', 'sold_leads', 'lead_offers'].map((table) => `leads.${table}`),
      ),
    stop: async () => {
      await dataSource.destroy();
      await db.drop();
    },
  };
}

export type SearchFixture = Awaited<ReturnType<typeof startSearchFixture>>;
