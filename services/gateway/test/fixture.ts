import { createHash, randomUUID } from 'node:crypto';
import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';
import { createLead } from './lead-bodies.js';
import type { TestSystem } from './test-system.js';

const FUNNEL_KEY = 'fk_fixture';

export interface Agent {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly browser: Browser;
}

/** A funnel that posts leads, and agents who buy them. */
export class Fixture {
  private readonly buyers: Agent[] = [];

  private constructor(readonly system: TestSystem) {}

  static async create(system: TestSystem): Promise<Fixture> {
    const funnelId = randomUUID();
    await system.query('lead-router', 'INSERT INTO funnels (id, name) VALUES ($1, $2)', [
      funnelId,
      'Autumn funnel',
    ]);
    await system.query('lead-router', 'INSERT INTO funnel_keys VALUES ($1, $2, $3)', [
      createHash('sha256').update(FUNNEL_KEY).digest('hex'),
      funnelId,
      FUNNEL_KEY.slice(0, 8),
    ]);
    return new Fixture(system);
  }

  async createAgent(): Promise<Agent> {
    const agent = await this.system.registerAgent();
    const { body } = await agent.browser.get<{ id: string }>('/api/auth/user');
    return { ...agent, id: body.id };
  }

  /** Creates an agent with a card and pauses the buyers created before, so that every lead is sold to this one. */
  async createBuyer(card?: string): Promise<Agent> {
    for (const { browser } of this.buyers)
      await browser.patch('/api/user/service-toggle', { serviceEnabled: false });
    const buyer = await this.createAgent();
    await this.saveCard(buyer, card);
    this.buyers.push(buyer);
    return buyer;
  }

  async saveCard({ browser }: Agent, card?: string): Promise<void> {
    const { body } = await browser.post<{ clientSecret: string }>('/api/create-setup-intent');
    const { paymentMethodId } = await this.system.confirmSetup(body.clientSecret, card);
    const saved = await browser.post('/api/update-payment-method', { paymentMethodId });
    if (saved.status !== 200) throw new Error(`card not saved: ${JSON.stringify(saved.body)}`);
  }

  async postLead(overrides: object = {}, funnel = this.system.openBrowser()): Promise<string> {
    const answer = await funnel.post<{ lead_id: string }>('/api/ingest/leads', createLead(overrides), {
      'x-funnel-key': FUNNEL_KEY,
    });
    if (answer.status !== 201) throw new Error(`lead not accepted: ${JSON.stringify(answer.body)}`);
    return answer.body.lead_id;
  }

  /** Posts a lead and waits until it is sold and delivered to this agent. */
  async sellLead({ browser }: Agent, overrides: object = {}): Promise<string> {
    const leadId = await this.postLead(overrides);
    await eventually(async () => {
      const { body } = await browser.get<{ deliveredAt?: string | null }>(`/api/leads/${leadId}`);
      return typeof body.deliveredAt === 'string';
    });
    return leadId;
  }
}
