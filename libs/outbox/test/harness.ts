import {
  createOutboxTables,
  type FailingMessage,
  OutboxRelay,
  PreparingClient,
  Transactions,
} from '@desk/outbox';
import { type InProcessEvents, JobPublisher, queueSettings, type Transport } from '@desk/bullmq-transport';
import { grantTableRights } from '@desk/service-kit';
import type { TestDatabase } from '@desk/testing';
import { DataSource } from 'typeorm';
import { connect } from '../../bullmq-transport/test/harness.js';

type Owner = 'lead-router' | 'notifier';

/** The outbox's tables, and one in which tests count effects, in the schema of a service. */
export async function createTables(database: TestDatabase, owner: Owner): Promise<void> {
  const { ownerUrl, schema } = database.services[owner];
  const dataSource = await new DataSource({
    type: 'postgres',
    url: ownerUrl,
    schema,
    installExtensions: false,
  }).initialize();
  await dataSource.query(
    `${createOutboxTables} CREATE TABLE effect (name text PRIMARY KEY, count integer NOT NULL)`,
  );
  await grantTableRights(dataSource, schema, { effect: { update: true, delete: true } });
  await dataSource.destroy();
}

/** What a process of a service has to send and to consume messages with. */
export interface Peer {
  readonly dataSource: DataSource;
  readonly transport: Transport;
  readonly relay: OutboxRelay;
  readonly transactions: Transactions;
  readonly faults: unknown[];
  readonly failures: FailingMessage[];
  readonly rows: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** `relayClass` can simulate a process that dies at some point. The relay is not started. */
export async function createPeer(
  database: TestDatabase,
  owner: Owner,
  redis: { url: string; prefix?: string },
  relayClass = OutboxRelay,
  createInProcess?: (transport: Transport) => Promise<InProcessEvents>,
  settings = queueSettings,
): Promise<Peer> {
  const { url, schema } = database.services[owner];
  const dataSource = await new DataSource({
    type: 'postgres',
    url,
    schema,
    installExtensions: false,
    poolSize: 10,
    extra: { Client: PreparingClient },
  }).initialize();
  const transport = await connect(redis, owner);
  const faults: unknown[] = [];
  const failures: FailingMessage[] = [];
  const { redis: link, sealer } = transport;
  const publisher = new JobPublisher(link, settings);
  const relay = new relayClass(
    dataSource,
    link,
    publisher,
    sealer,
    (error) => faults.push(error),
    await createInProcess?.(transport),
    (message) => failures.push(message),
  );
  return {
    dataSource,
    transport,
    relay,
    transactions: new Transactions(dataSource, transport.sealer, relay),
    faults,
    failures,
    rows: async () => {
      const [row] = await dataSource.query<{ rows: number }[]>('SELECT count(*)::int AS rows FROM outbox');
      return row?.rows ?? NaN;
    },
    stop: async () => {
      await relay.stop();
      await publisher.close();
      await transport.close();
      await dataSource.destroy();
    },
  };
}

/** A process that dies between the commit and the publishing. */
export class DiesAfterCommit extends OutboxRelay {
  override afterCommit(): Promise<void> {
    return Promise.resolve();
  }
}
