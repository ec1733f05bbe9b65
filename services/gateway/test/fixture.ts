import { eventually } from '@desk/testing';
import { insertFunnel } from './funnels.js';
import { createLead } from './lead-bodies.js';
import type { Agent, TestSystem } from './test-system.js';

export const FUNNEL_KEY = 'fk_fixture';

/** A funnel that posts leads, and agents who buy them. */
export class Fixture {
  private readonly buyers: Agent[] = [];

  private constructor(private readonly system: TestSystem) {}

  static async create(system: TestSystem): Promise<Fixture> {
    await insertFunnel(system, FUNNEL_KEY);
    return new Fixture(system);
  }

  /** Creates an agent with a card and pauses the buyers created before, so that every lead is sold to this one. */
  async createBuyer(card?: string): Promise<Agent> {
    for (const { browser } of this.buyers)
      await browser.patch('/api/user/service-toggle', { serviceEnabled: false });
    const buyer = await this.system.registerAgent();
    await this.system.saveCard(buyer.browser, card);
    this.buyers.push(buyer);
    return buyer;
  }

  /** Posts a lead, and posts it again while a busy system refuses it, as funnels do. */
  postLead(overrides: object = {}, funnel = this.system.openBrowser()): Promise<string> {
    const lead = createLead(overrides);
    const headers = { 'x-funnel-key': FUNNEL_KEY };
    return eventually(async () => {
      const { status, body } = await funnel.post<{ lead_id: string }>('/api/ingest/leads', lead, headers);
      if (status !== 201 && status !== 200) throw new Error(`lead not accepted: ${JSON.stringify(body)}`);
      return body.lead_id;
    });
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
