import { type Filters, REMOVED } from '@desk/contracts';
import { AgentClient, type AgentProfile, type CardForm } from '@desk/tool-workload';
import type { ConfirmedChanges } from '../checks/confirmed-changes.js';
import type { SandboxControl } from '../faults/sandbox-control.js';
import type { Database } from '../run/database.js';
import { Channels } from './channels.js';
import { RequestFailed, RetryingApiClient } from './retrying-api-client.js';

const UUID_LENGTH = 36;

/** Where the actors find the system. */
export interface Environment {
  readonly webUrl: string;
  readonly cardForm: CardForm;
  readonly sandbox: SandboxControl;
  readonly database: Database;
  /** Changes database rows where real waiting would take days. */
  readonly administer: <Row extends object>(sql: string, values: unknown[]) => Promise<Row[]>;
  readonly signal: AbortSignal;
}

export interface ReadLead {
  readonly id: string;
  readonly isReadable: boolean;
}

interface ListedLead {
  readonly id: string;
  readonly email: string;
  readonly deliveries?: readonly { readonly id: string; readonly status: string }[];
}

/** A buyer at the dashboard. Records which changes were confirmed, for `ConfirmedChanges` to check later. */
export class Agent {
  private readonly api: RetryingApiClient;
  private readonly client: AgentClient;
  readonly channels: Channels;
  private accountId: string | undefined;

  constructor(
    readonly email: string,
    private readonly password: string,
    environment: Environment,
    private readonly confirmedChanges: ConfirmedChanges,
    private readonly admin: { resumeService(agentId: string): Promise<void> },
  ) {
    this.api = new RetryingApiClient(environment.webUrl, environment.signal, password);
    this.client = new AgentClient(this.api, environment.cardForm);
    this.channels = new Channels(this.api, environment.sandbox, environment.signal);
  }

  get id(): string {
    if (this.accountId === undefined) throw new Error(`${this.email} has not signed in`);
    return this.accountId;
  }

  async signIn(): Promise<void> {
    await this.client.signIn(this.email, this.password);
    this.accountId = (await this.client.getAccount()).id;
  }

  /** Whether the session of this browser still works. */
  async isSignedIn(): Promise<boolean> {
    try {
      await this.client.getAccount();
      return true;
    } catch (error) {
      if (error instanceof RequestFailed) return false;
      throw error;
    }
  }

  /** Signs in instead if an earlier attempt, whose response was lost, created the account. */
  async register(profile: Omit<AgentProfile, 'email'>): Promise<void> {
    try {
      await this.client.register({ ...profile, email: this.email }, this.password);
    } catch (error) {
      if (!(error instanceof RequestFailed && error.message.includes('EMAIL_TAKEN'))) throw error;
      await this.client.signIn(this.email, this.password);
    }
    this.accountId = (await this.client.getAccount()).id;
  }

  async pause(): Promise<void> {
    await this.client.setServiceEnabled(false);
    this.confirmedChanges.confirm(this.id, 'pause', 0);
  }

  /** Resumes the service, through an admin if only an admin may. */
  async resume(): Promise<void> {
    this.confirmedChanges.release(this.id, 'pause');
    try {
      await this.client.setServiceEnabled(true);
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      // A delivery pause came meanwhile. A person would look, and try again.
      if (error.message.includes('SETTINGS_CHANGED')) await this.resume();
      else if (error.message.includes('RESUMPTION_NEEDS_ADMIN')) await this.admin.resumeService(this.id);
      else throw error;
    }
  }

  /** Sends one request and leaves, as if the browser were closed before the response. */
  async toggleOnce(serviceEnabled: boolean): Promise<void> {
    await this.api.callOnce('PATCH', '/api/user/service-toggle', { serviceEnabled });
  }

  async setDailyLimit(dailyLeadLimit: number): Promise<void> {
    this.confirmedChanges.release(this.id, 'limit');
    await this.client.setDailyLimit(dailyLeadLimit);
    this.confirmedChanges.confirm(this.id, 'limit', dailyLeadLimit);
  }

  /** Sets the filter lists; an empty or missing one matches all. */
  async setFilters(
    lists: Partial<Pick<Filters, 'states' | 'leadTypes' | 'assetBands' | 'ageRanges'>>,
  ): Promise<void> {
    const all = { states: [], leadTypes: [], assetBands: [], ageRanges: [], hours: [] };
    const noBudgets = { weeklyBudgetCents: null, monthlyBudgetCents: null };
    await this.api.call('PATCH', '/api/user/filters', { ...all, ...lists, ...noBudgets });
  }

  /** As an agent: refused after too many delivery pauses. */
  async resumeAsAgent(): Promise<void> {
    this.confirmedChanges.release(this.id, 'pause');
    await this.client.setServiceEnabled(true);
  }

  /** Reads the list as the dashboard shows it. */
  async readLeads(): Promise<ReadLead[]> {
    const { leads } = await this.api.call<{ leads: readonly ListedLead[] }>('GET', '/api/leads');
    return leads.map(({ id, email }) => ({ id, isReadable: email !== REMOVED }));
  }

  async readLead(leadId: string): Promise<ReadLead> {
    const { id, email } = await this.openLead(leadId);
    return { id, isReadable: email !== REMOVED };
  }

  /** Downloads the spreadsheet. Its last column has the ids. */
  async exportLeads(): Promise<ReadLead[]> {
    const [, ...rows] = (await this.api.readText('/api/leads/export')).trim().split('\r\n');
    return rows.map((row) => ({ id: row.slice(-UUID_LENGTH), isReadable: !row.includes(REMOVED) }));
  }

  /** Listens to the live feed, which may contain nothing of a lead except its id. */
  async listen(forMs: number): Promise<ReadLead[]> {
    const feed = await this.api.readText('/api/live', forMs);
    const events = [...feed.matchAll(/^data: (\{.*\})$/gm)].map(
      ([, data]) => JSON.parse(data ?? '') as { readonly leadId?: string | null },
    );
    return events.flatMap(({ leadId, ...rest }) =>
      leadId ? [{ id: leadId, isReadable: Object.keys(rest).some((name) => name !== 'at') }] : [],
    );
  }

  async listFailedDeliveries(leadId: string): Promise<string[]> {
    const { deliveries = [] } = await this.openLead(leadId);
    return deliveries.filter(({ status }) => status === 'failed').map(({ id }) => id);
  }

  async resendDelivery(deliveryId: string): Promise<void> {
    await this.api.call('POST', `/api/deliveries/${deliveryId}/resend`, {});
  }

  private openLead(leadId: string): Promise<ListedLead> {
    return this.api.call('GET', `/api/leads/${leadId}`);
  }

  async reportProblem(leadId: string): Promise<void> {
    const report = { reason: 'not-delivered', details: '' };
    await this.api.call('POST', `/api/leads/${leadId}/problem-reports`, report);
  }

  /** `remindAt` is a time on the agent's clock. */
  async setReminder(leadId: string, version: number, remindAt: string): Promise<void> {
    await this.api.call('PATCH', `/api/leads/${leadId}`, { version, remindAt });
  }

  saveCard(testCard: string): Promise<void> {
    return this.client.saveCard(testCard);
  }
}
