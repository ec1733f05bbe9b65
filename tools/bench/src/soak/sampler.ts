import type { JobPublisher, Transport } from '@desk/bullmq-transport';
import { eventsQueue, rpcQueue, serviceNames } from '@desk/contracts';
import type pg from 'pg';
import { findProcesses } from '../processes.js';
import type { TestSystem } from '../test-system.js';
import { collectGarbage, readOwnMemory } from './read-process-memory.js';
import type { Series, Unit } from './trend.js';

/** Stands in for the providers, whose memory is not ours, and remembers every payment. */
const STAND_IN = 'sandbox';
/** Tables whose rows are deleted once they have served their purpose. All others keep a record of each lead. */
const TRANSIENT_TABLE = /\.outbox$/;

/** Memory is read with every third sample: collecting garbage holds a service up, and leads with it. */
const SAMPLES_PER_MEMORY_SAMPLE = 3;

interface Value {
  readonly name: string;
  readonly unit: Unit;
  readonly isKept: boolean;
  readonly value: number;
}

const judged = (name: string, unit: Unit, value: number): Value => ({ name, unit, isKept: false, value });
const kept = (name: string, unit: Unit, value: number): Value => ({ name, unit, isKept: true, value });

/** Reads what could grow in a running system. */
export class Sampler {
  private readonly values = new Map<
    string,
    { series: Omit<Series, 'points'>; points: Series['points'][number][] }
  >();
  private readonly startedAt = performance.now();
  private samples = 0;

  constructor(
    private readonly testSystem: TestSystem,
    private readonly transport: Transport,
  ) {}

  async sample(): Promise<void> {
    const seconds = (performance.now() - this.startedAt) / 1_000;
    const { transport } = this;
    const { pool } = this.testSystem;
    const hasMemory = this.samples % SAMPLES_PER_MEMORY_SAMPLE === 0;
    this.samples += 1;
    const groups = await Promise.all([
      hasMemory ? readMemory(this.testSystem) : [],
      readTables(pool),
      readConnections(pool),
      readRedis(transport),
      readQueues(transport.publisher),
    ]);
    for (const { value, ...series } of groups.flat()) {
      const known = this.values.get(series.name) ?? { series, points: [] };
      known.points.push({ seconds, value });
      this.values.set(series.name, known);
    }
  }

  get series(): Series[] {
    return [...this.values.values()].map(({ series, points }) => ({ ...series, points }));
  }
}

/** After a collection of garbage, so that what grows is in use. */
async function readMemory({ stack, stateDir }: TestSystem): Promise<Value[]> {
  const heaps = await collectGarbage(stack, stateDir);
  return [
    ...Object.entries(readOwnMemory(findProcesses(stack))).map(([name, mb]) =>
      (name === STAND_IN ? kept : judged)(`memory of ${name}`, 'MB', mb),
    ),
    ...Object.entries(heaps).map(([name, mb]) => judged(`heap of ${name}`, 'MB', mb)),
  ];
}

interface TableRow {
  readonly table: string;
  readonly rows: number;
  readonly deadRows: number;
  readonly bytes: number;
}

/** Counted exactly where a table must stay small; PostgreSQL's own estimates elsewhere. */
async function readTables(pool: pg.Pool): Promise<Value[]> {
  const { rows } = await pool.query<TableRow>(
    `SELECT schemaname || '.' || relname AS "table", n_live_tup::float8 AS rows, n_dead_tup::float8 AS "deadRows",
            pg_total_relation_size(relid)::float8 AS bytes
       FROM pg_stat_user_tables WHERE n_tup_ins + n_tup_upd > 0 ORDER BY 1`,
  );
  const totalMb = rows.reduce((sum, { bytes }) => sum + bytes, 0) / 1_048_576;
  const values = rows.flatMap(({ table, rows: live, deadRows, bytes }) =>
    TRANSIENT_TABLE.test(table)
      ? [
          judged(`size of ${table}`, 'MB', bytes / 1_048_576),
          judged(`dead rows of ${table}`, 'rows', deadRows),
        ]
      : [kept(`rows of ${table}`, 'rows', live), kept(`dead rows of ${table}`, 'rows', deadRows)],
  );
  const outboxes = await Promise.all(
    rows
      .filter(({ table }) => TRANSIENT_TABLE.test(table))
      .map(async ({ table }) => {
        const counted = await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
        return judged(`rows of ${table}`, 'rows', counted.rows[0]?.count ?? 0);
      }),
  );
  return [...outboxes, ...values, kept('size of all tables', 'MB', totalMb)];
}

async function readConnections(pool: pg.Pool): Promise<Value[]> {
  const { rows } = await pool.query<{ count: number; oldest: number }>(
    `SELECT count(*)::int AS count, COALESCE(max(extract(epoch FROM now() - xact_start)) * 1000, 0)::float8 AS oldest
       FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  return [
    judged('connections to PostgreSQL', 'count', rows[0]?.count ?? 0),
    judged('oldest transaction', 'ms', rows[0]?.oldest ?? 0),
  ];
}

async function readRedis({ redis }: Transport): Promise<Value[]> {
  const [info, keys] = await Promise.all([redis.commands.info(), redis.commands.dbsize()]);
  const field = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? NaN);
  return [
    judged('memory of Redis data', 'MB', field('used_memory') / 1_048_576),
    judged('keys in Redis', 'count', keys),
    judged('connections to Redis', 'count', field('connected_clients')),
  ];
}

const readQueues = (publisher: JobPublisher): Promise<Value[]> =>
  Promise.all(
    serviceNames
      .flatMap((service) => [rpcQueue(service), eventsQueue(service)])
      .map(async (queue) => judged(`messages in ${queue}`, 'count', await publisher.depth(queue))),
  );
