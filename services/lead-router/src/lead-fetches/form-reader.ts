import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConnectionRepository, type PageAccess } from '../funnels/connection.repository.js';
import { GraphClient, GraphError } from './graph-client.js';
import { type ClaimedForms, LeadFetchRepository } from './lead-fetch.repository.js';

const DUE_CHECK_INTERVAL_MS = 5_000;
/** A lead may appear in its form later than it was created. */
const OVERLAP_MS = 3_600_000;
const RATE_LIMIT_PAUSE_MS = 600_000;

/** Reads the forms of each Page every 15 minutes, to find leads that came without a notification. */
@Injectable()
export class FormReader implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly fetches: LeadFetchRepository,
    private readonly connections: ConnectionRepository,
    private readonly graph: GraphClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'lead forms', intervalMs: DUE_CHECK_INTERVAL_MS, run: () => this.run() });
  }

  private async run(): Promise<void> {
    for (;;) {
      const claimed = await this.fetches.claimForms(this.transactions);
      if (!claimed) return;
      await this.read(claimed);
    }
  }

  /** After a failure, the next reading starts from the same `readUntil`, so that no lead is missed. */
  private async read({ access, readUntil }: ClaimedForms): Promise<void> {
    const startedAt = new Date();
    try {
      const pageName = await this.graph.getPageName(access.token, access.pageId);
      for await (const formIds of this.graph.listForms(access.token, access.pageId))
        for (const formId of formIds)
          await this.readForm(access, formId, new Date(readUntil.getTime() - OVERLAP_MS));
      await this.transactions.run((tx) => {
        this.fetches.setFormsRead(tx, access, pageName, startedAt);
        return Promise.resolve();
      });
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      const { kind, detail } = error.failure;
      await this.transactions.run((tx) => {
        // Only a refused token stops all fetching: one that may not list forms may still read notified leads.
        const isTokenRefused = kind === 'token-refused';
        const pauseMs = kind === 'rate-limited' ? RATE_LIMIT_PAUSE_MS : 0;
        this.connections.setError(tx, access, detail, { isTokenRefused, pauseMs });
        this.fetches.postponeForms(tx, access);
        return Promise.resolve();
      });
      this.logger.warn({ funnelId: access.funnelId, kind }, 'lead forms not read');
    }
  }

  private async readForm(access: PageAccess, formId: string, since: Date): Promise<void> {
    try {
      for await (const leadIds of this.graph.listLeads(access.token, formId, since)) {
        await this.transactions.run(async (tx) => {
          await this.fetches.request(tx, access.funnelId, leadIds);
          this.fetches.renewForms(tx, access);
        });
      }
    } catch (error) {
      // A form that was deleted meanwhile must not keep others from being read.
      if (!(error instanceof GraphError && error.failure.kind === 'unknown')) throw error;
    }
  }
}
