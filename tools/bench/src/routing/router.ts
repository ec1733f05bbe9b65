import { randomUUID } from 'node:crypto';
import type { Transport } from '@desk/bullmq-transport';
import { serviceRoles, createDataSource, urlForRole } from '@desk/service-kit';
import { database, INTAKE_CONNECTIONS } from '@desk/lead-router/database/data-source';
import { LeadRouter, type RoutingResult } from '@desk/lead-router/routing/lead-router';
import { reserve } from '@desk/lead-router/routing/reserve';
import { RoutingRepository } from '@desk/lead-router/routing/routing.repository';
import { OutboxRelay, Transactions, type Tx } from '@desk/outbox';
import pg from 'pg';
import { INSERT_LEAD } from './fill-buyers.js';

const MAX_AGE_HOURS = 24;
const POOL_SIZE = 20;

/** Leaves messages in the outbox, as if Redis were down: nobody consumes them here. */
class SilentRelay extends OutboxRelay {
  override afterCommit(): Promise<void> {
    return Promise.resolve();
  }
}

export interface Decision {
  readonly result: RoutingResult;
  /** Duration of finding a buyer, including the claimed slot. */
  readonly decisionMs: number;
  /** From BEGIN to the end of the COMMIT. */
  readonly transactionMs: number;
}

export type Router = Awaited<ReturnType<typeof openRouter>>;

interface RouterOptions {
  readonly adminUrl: string;
  readonly passwords: Record<string, string>;
  readonly transport: Transport;
  readonly buyers: number;
  readonly funnelId: string;
}

/** lead-router's code on a separate database. */
export async function openRouter(options: RouterOptions) {
  const { adminUrl, passwords, transport, buyers, funnelId } = options;
  const url = urlForRole(adminUrl, serviceRoles['lead-router'].runtimeRole, passwords);
  // As many connections as intake and events have together.
  const poolSize = POOL_SIZE + INTAKE_CONNECTIONS;
  const dataSource = await createDataSource({ ...database, url, tls: 'off', poolSize }).initialize();
  const relay = new SilentRelay(
    dataSource,
    transport.redis,
    transport.publisher,
    transport.sealer,
    () => undefined,
  );
  const transactions = new Transactions(dataSource, transport.sealer, relay);
  const repository = new RoutingRepository();
  const router = new LeadRouter(repository, { LEAD_MAX_AGE_HOURS: MAX_AGE_HOURS });
  const admin = new pg.Client({ connectionString: adminUrl, options: `-c search_path=${database.schema}` });
  await admin.connect();

  const decide = async (
    prepare: (tx: Tx) => Promise<(tx: Tx) => Promise<RoutingResult>>,
  ): Promise<Decision> => {
    const startedAt = performance.now();
    const { result, decisionMs } = await transactions.run(async (tx) => {
      const route = await prepare(tx);
      const routedFrom = performance.now();
      return { result: await route(tx), decisionMs: performance.now() - routedFrom };
    });
    return { result, decisionMs, transactionMs: performance.now() - startedAt };
  };

  return {
    buyers,
    admin,
    /** Decides on a lead that the same transaction has inserted, as intake does. */
    decideNew: () =>
      decide(async (tx) => {
        const leadId = randomUUID();
        await tx.query(INSERT_LEAD, [leadId, funnelId]);
        return () => reserve(tx, leadId, { mayWait: false });
      }),
    /** Finds the oldest waiting lead that a buyer can take, and decides on it. */
    decideWaiting: () =>
      decide(async (tx) => {
        // Sends BEGIN now, so that its round trip is not measured.
        await tx.query('SELECT 1');
        return () => router.routeNextWaiting(tx);
      }),
    /** Reopens one batch of buyers whose day has begun. Returns how many. */
    reopenBuyers: async (): Promise<number> =>
      (await transactions.run((tx) => repository.recheckDue(tx))).length,
    async close(): Promise<void> {
      await admin.end();
      await dataSource.destroy();
    },
  };
}
