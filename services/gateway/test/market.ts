import { createHash, randomUUID } from 'node:crypto';
import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';
import type { System } from './system.js';

const KEY = 'fk_market';

export interface Agent {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly browser: Browser;
}

/** A funnel that sends leads, and agents who buy them. */
export class Market {
  private readonly buyers: Agent[] = [];
  private serial = 0;

  private constructor(readonly system: System) {}

  static async open(system: System): Promise<Market> {
    const funnelId = randomUUID();
    await system.query('lead-router', 'INSERT INTO funnels (id, name) VALUES ($1, $2)', [
      funnelId,
      'Autumn funnel',
    ]);
    await system.query('lead-router', 'INSERT INTO funnel_keys VALUES ($1, $2, $3)', [
      createHash('sha256').update(KEY).digest('hex'),
      funnelId,
      KEY.slice(0, 8),
    ]);
    return new Market(system);
  }

  async agent(): Promise<Agent> {
    const agent = await this.system.agent();
    const { body } = await agent.browser.get<{ id: string }>('/api/auth/user');
    return { ...agent, id: body.id };
  }

  /** Somebody with a card, to whom leads are sold until the next buyer comes. */
  async buyer(card?: string): Promise<Agent> {
    for (const { browser } of this.buyers)
      await browser.patch('/api/user/service-toggle', { serviceEnabled: false });
    const buyer = await this.agent();
    await this.giveCard(buyer, card);
    this.buyers.push(buyer);
    return buyer;
  }

  async giveCard({ browser }: Agent, card?: string): Promise<void> {
    const { body } = await browser.post<{ clientSecret: string }>('/api/create-setup-intent');
    const { paymentMethodId } = await this.system.confirmSetup(body.clientSecret, card);
    const saved = await browser.post('/api/update-payment-method', { paymentMethodId });
    if (saved.status !== 200) throw new Error(`card: ${JSON.stringify(saved.body)}`);
  }

  async post(over: object = {}): Promise<string> {
    this.serial += 1;
    const { serial } = this;
    const lead = {
      full_name: `Rosa Valdez ${serial}`,
      email: `rosa${serial}@example.com`,
      phone: `(212) 555-${String(3_000 + serial)}`,
      state: 'NY',
      zip: '10001',
      age: 66,
      estimated_assets: '$250,000',
      purchase_timeline: '0-3 months',
      lead_type: 'Fixed',
      ...over,
    };
    const answer = await this.system
      .browser()
      .post<{ lead_id: string }>('/api/ingest/leads', lead, { 'x-funnel-key': KEY });
    if (answer.status !== 201) throw new Error(`lead: ${JSON.stringify(answer.body)}`);
    return answer.body.lead_id;
  }

  /** Posts a lead and waits until it is this agent's, and delivered. */
  async sell({ browser }: Agent, over: object = {}): Promise<string> {
    const leadId = await this.post(over);
    await eventually(async () => {
      const { body } = await browser.get<{ deliveredAt?: string | null }>(`/api/leads/${leadId}`);
      return typeof body.deliveredAt === 'string';
    });
    return leadId;
  }
}
