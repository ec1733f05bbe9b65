import type { Funnel, FunnelWithKey } from '@desk/contracts';
import { leadBody, type PersonGenerator } from '@desk/tool-workload';
import type { Admin } from './admin.js';
import type { Environment } from './agent.js';
import { waitOrFail } from './retrying-api-client.js';

const PAGE = '367152833370567';
const SECRET = 'app-secret-of-the-page';
const CONNECTION = { tool: 'meta', secret: SECRET, pageId: PAGE, pageToken: 'EAAchaos' };
const NOTIFIED = 2;

interface Address {
  readonly funnelId: string;
  /** A path. */
  readonly address: string;
}

/** Plays Meta: sends each notification twice, retries until it is answered, and sends none for one lead. */
export class NotifiedLeads {
  private address: Address | undefined;

  constructor(
    private readonly admin: Admin,
    private readonly environment: Environment,
    private readonly persons: PersonGenerator,
  ) {}

  /** Creates its funnel in the first trial. */
  async begin(): Promise<void> {
    this.address ??= await this.createFunnel();
    await this.connect(this.address);
  }

  /** @throws RequestFailed if a lead does not become one of ours */
  async act(): Promise<void> {
    const { address } = this;
    if (!address) throw new Error('the funnel of Meta is missing');
    const ids = await Promise.all(Array.from({ length: NOTIFIED + 1 }, () => this.plant()));
    const notified = ids.slice(0, NOTIFIED);
    await Promise.all([this.notify(address, notified), this.notify(address, notified)]);
    await this.connect(address);
    await this.waitUntilAccepted(ids);
  }

  /** Connecting reads the forms of the Page at once, which finds the lead without a notification. */
  private async connect({ funnelId }: Address): Promise<void> {
    await this.admin.call('POST', `funnels/${funnelId}/connections`, CONNECTION);
  }

  private async createFunnel(): Promise<Address> {
    const { funnel } = await this.admin.call<FunnelWithKey>('POST', 'funnels', { name: 'Lead ads' });
    const { id, createdAt: _at, keys: _keys, ...settings } = funnel;
    const live = { ...settings, mode: 'live', phoneVerification: 'off' };
    await this.admin.call<Funnel>('PATCH', `funnels/${id}`, live);
    const { key } = await this.admin.call<FunnelWithKey>('POST', `funnels/${id}/keys`, { kind: 'address' });
    return { funnelId: id, address: `/api/ingest/in/${key}` };
  }

  private plant(): Promise<string> {
    return this.environment.sandbox.plantMetaLead({
      pageId: PAGE,
      formId: `${PAGE}1`,
      fields: leadBody(this.persons.next()),
    });
  }

  private async notify({ address }: Address, leadIds: readonly string[]): Promise<void> {
    const { webUrl, sandbox, signal } = this.environment;
    const notification = { url: `${webUrl}${address}`, secret: SECRET, leadIds };
    const poll = async () => (await sandbox.notifyOfMetaLeads(notification)) === 200 || undefined;
    await waitOrFail(poll, { problem: 'a notification was not taken', signal, intervalMs: 500 });
  }

  private async waitUntilAccepted(ids: readonly string[]): Promise<void> {
    const { database, signal } = this.environment;
    // An invariant checks whether fetched leads are held.
    const accepted = `
      SELECT f.id FROM leads.lead_fetches f LEFT JOIN leads.held_posts p ON p.id = f.id
       WHERE f.external_id = ANY ($1) AND f.status = 'fetched' AND (p.id IS NULL OR p.status = 'accepted')`;
    const poll = async () => (await database.rows(accepted, [ids])).length === ids.length || undefined;
    await waitOrFail(poll, { problem: 'notified leads were not accepted', signal, intervalMs: 500 });
  }
}
