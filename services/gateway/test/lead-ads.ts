import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import type { ConnectedTool, Connection, Connections, HeldPost } from '@desk/contracts';
import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';
import { addKey, createFunnel } from './funnels.js';
import { createLead } from './lead-bodies.js';
import { TestSystem } from './test-system.js';

export const APP_SECRET = 'app-secret-of-the-test';

/** Returns an id like Meta's. */
export const newMetaId = (): string => String(10 ** 14 + randomBytes(6).readUIntBE(0, 6));

interface AdFunnel {
  readonly id: string;
  /** The funnel's private address. */
  readonly url: string;
  readonly pageId: string;
  readonly token: string;
}

export const postJson = (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Funnels of an admin, connected with Meta and LinkedIn, for which the sandbox stands in. */
export class LeadAds {
  private constructor(
    readonly system: TestSystem,
    readonly admin: Browser,
  ) {}

  static async start(): Promise<LeadAds> {
    const system = await TestSystem.start();
    return new LeadAds(system, await system.createAdmin());
  }

  async createFunnel(mode: 'live' | 'test' = 'live'): Promise<AdFunnel> {
    const { admin, system } = this;
    const { funnel } = await createFunnel(admin, { mode, phoneVerification: 'off' });
    const url = `${system.gateway.url}/api/ingest/in/${await addKey(admin, funnel, 'address')}`;
    return { id: funnel.id, url, pageId: newMetaId(), token: `EAA${randomBytes(20).toString('hex')}` };
  }

  save({ id }: AdFunnel, body: object) {
    return this.admin.post<Connections>(`/api/admin/funnels/${id}/connections`, body);
  }

  async connectMeta(funnel: AdFunnel): Promise<void> {
    const page = { pageId: funnel.pageId, pageToken: funnel.token };
    expect((await this.save(funnel, { tool: 'meta', secret: APP_SECRET, ...page })).status).toBe(200);
    // Gateways read the secrets again as soon as they are notified, which is best-effort.
    await eventually(async () => {
      const unsigned = { object: 'page', entry: [{ changes: [{ field: 'leadgen' }] }] };
      expect((await postJson(funnel.url, unsigned)).status).toBe(401);
    });
  }

  async getConnection({ id }: AdFunnel, tool: ConnectedTool): Promise<Connection | undefined> {
    const { body } = await this.admin.get<Connections>(`/api/admin/funnels/${id}/connections`);
    return body.connections.find((connection) => connection.tool === tool);
  }

  /** Adds a lead to a form of the funnel's Page, and returns its id. */
  async plant({ pageId }: AdFunnel, fields: object = createLead(), createdTime?: string): Promise<string> {
    const lead = { pageId, formId: `${pageId}1`, fields, ...(createdTime && { createdTime }) };
    return (await this.system.sandbox<{ id: string }>('meta/leads', lead)).id;
  }

  /** Returns the status of the answer to Meta. */
  async notify({ url }: AdFunnel, leadIds: readonly string[], secret = APP_SECRET): Promise<number> {
    return (await this.system.sandbox<{ status: number }>('meta/notify', { url, secret, leadIds })).status;
  }

  async list({ id }: AdFunnel, status = 'waiting'): Promise<readonly HeldPost[]> {
    const path = `/api/admin/held-posts?funnel=${id}&status=${status}`;
    return (await this.admin.get<{ posts: HeldPost[] }>(path)).body.posts;
  }

  listLeads({ id }: AdFunnel): Promise<{ createdAt: Date }[]> {
    return this.system.query(
      'lead-router',
      'SELECT created_at AS "createdAt" FROM leads WHERE funnel_id = $1 ORDER BY created_at',
      [id],
    );
  }

  untilAccepted(funnel: AdFunnel, count: number): Promise<void> {
    return eventually(async () => {
      expect(await this.list(funnel, 'accepted')).toHaveLength(count);
      expect(await this.listLeads(funnel)).toHaveLength(count);
    });
  }
}
