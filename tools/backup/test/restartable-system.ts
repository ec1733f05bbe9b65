import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  AgentClient,
  ApiClient,
  describeSystem,
  findFreePorts,
  getPrefixedCliEnv,
  launchStack,
  type Ports,
  type RunningSystem,
  seed,
  type Stack,
  toPortVariables,
} from '@desk/tool-start';
import { eventually } from '@desk/testing';
import { countUnfinished, createStripe, verify } from '@desk/tool-verify';
import { FunnelClient, type LeadBody, leadBody, PersonGenerator } from '@desk/tool-workload';

const AGENTS = ['grace@example.com', 'omar@example.com'];
const TIMEOUT = { timeoutMs: 120_000 };

const RECONCILE = fileURLToPath(
  new URL('../../../services/billing/dist/cli/reconcile-cli.js', import.meta.url),
);
/** Makes the reconciliation compare even sales that are a second old. */
const BILLING_ENV = { RECONCILIATION_MIN_AGE_SECONDS: '1' };

/** A whole system with sample agents, as `npm start` runs it, that can be stopped and started on the same data. */
export class RestartableSystem {
  private readonly persons = new PersonGenerator(1);

  private constructor(
    private readonly stateDir: string,
    private readonly ports: Ports,
    private stack: Stack,
  ) {}

  static async start(stateDir: string, env: NodeJS.ProcessEnv = {}): Promise<RestartableSystem> {
    const ports = await findFreePorts();
    const stack = await launchStack({ stateDir, ports, env });
    await seed(stack);
    return new RestartableSystem(stateDir, ports, stack);
  }

  async restart(): Promise<void> {
    this.stack = await launchStack({
      stateDir: this.stateDir,
      ports: this.ports,
      extraEnv: (name) => (name === 'billing' ? BILLING_ENV : {}),
    });
  }

  stop(): Promise<void> {
    return this.stack.stop();
  }

  /** The environment of commands that use this system. */
  get env(): Record<string, string> {
    return { DESK_STATE_DIR: this.stateDir, ...toPortVariables(this.ports) };
  }

  get verifyUrl(): string {
    return this.system.verifyDatabaseUrl;
  }

  get adminUrl(): string {
    return this.system.adminDatabaseUrl;
  }

  get redisUrl(): string {
    return this.system.redisUrl;
  }

  get databasePasswords(): Readonly<Record<string, string>> {
    return this.stack.secrets.databasePasswords;
  }

  /** Posts a lead and returns its id. */
  async post(): Promise<string> {
    const body = JSON.stringify(leadBody(this.persons.next()));
    const outcome = await this.withFunnel((funnel) => funnel.post({ body }));
    if (outcome.result !== 'accepted' || outcome.leadId === undefined)
      throw new Error(`The lead was not accepted: ${JSON.stringify(outcome)}`);
    return outcome.leadId;
  }

  /** Posts a lead within a trace of the funnel's own. */
  async postTraced(traceparent: string): Promise<{ leadId: string; body: LeadBody }> {
    const body = leadBody(this.persons.next());
    const response = await fetch(`${this.stack.urls.web}/api/ingest/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-funnel-key': this.system.funnelKey, traceparent },
      body: JSON.stringify(body),
    });
    const { lead_id: leadId } = (await response.json()) as { lead_id: string };
    return { leadId, body };
  }

  /** Makes the card provider or the mail server of the sandbox fail: the body of `POST /sandbox/faults`. */
  async addFault(fault: object): Promise<void> {
    const response = await fetch(`${this.stack.urls.sandbox}/sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    if (!response.ok) throw new Error(`The fault was refused: ${await response.text()}`);
  }

  /** Posts a lead and waits until it is sold. */
  async sell(): Promise<string> {
    const leadId = await this.post();
    await eventually(async () => (await this.getStatus(leadId)) === 'sold', TIMEOUT);
    return leadId;
  }

  getStatus(leadId: string): Promise<string | undefined> {
    return this.withFunnel((funnel) => funnel.getLeadStatus(leadId));
  }

  pauseAgents(): Promise<void> {
    return this.setAgents(false);
  }

  resumeAgents(): Promise<void> {
    return this.setAgents(true);
  }

  /** Waits until nothing is in progress. */
  async drain(): Promise<void> {
    await eventually(async () => (await countUnfinished(this.verifyUrl)) === 0, TIMEOUT);
  }

  /** Returns the leads for which a card was charged, as the card provider lists them. */
  async listPaidLeads(): Promise<string[]> {
    const leads: string[] = [];
    for await (const { status, metadata } of createStripe(this.system.stripe).paymentIntents.list({
      limit: 100,
    }))
      if (status === 'succeeded') leads.push(metadata['lead_id'] ?? '');
    return leads;
  }

  /** Runs the operator's reconciliation command. Returns its exit code and output. */
  reconcile(): Promise<{ code: number; output: string }> {
    const databaseUrl = getPrefixedCliEnv(this.stack)['BILLING_DATABASE_URL'];
    const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl };
    return new Promise((resolve) => {
      execFile(process.execPath, [RECONCILE], { env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
  }

  verify(): ReturnType<typeof verify> {
    return verify({ databaseUrl: this.verifyUrl, stripe: this.system.stripe });
  }

  private get system(): RunningSystem {
    return describeSystem(this.stack, {});
  }

  private async withFunnel<Result>(use: (funnel: FunnelClient) => Promise<Result>): Promise<Result> {
    const funnel = new FunnelClient(this.stack.urls.web, this.system.funnelKey);
    try {
      return await use(funnel);
    } finally {
      funnel.close();
    }
  }

  private async setAgents(serviceEnabled: boolean): Promise<void> {
    const { urls, secrets } = this.stack;
    for (const email of AGENTS) {
      const client = new AgentClient(new ApiClient(urls.web), {
        sandboxUrl: urls.sandbox,
        publishableKey: secrets.stripePublishableKey,
      });
      await client.signIn(email, secrets.agentPassword);
      await client.setServiceEnabled(serviceEnabled);
    }
  }
}
