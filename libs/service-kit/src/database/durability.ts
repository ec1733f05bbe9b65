import type { DataSource } from 'typeorm';
import type { Logger } from '../logging/logger.js';

/** PostgreSQL's settings that decide whether a commit survives, as `SHOW` prints them. */
export interface DurabilitySettings {
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly synchronousStandbys: string;
  /** Connected standby servers. */
  readonly standbys: number;
}

const SELECT_SETTINGS = `
  SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites",
         current_setting('synchronous_commit') AS "synchronousCommit",
         current_setting('synchronous_standby_names') AS "synchronousStandbys",
         (SELECT count(*)::int FROM pg_stat_replication) AS standbys`;

/** `local` and `off` acknowledge a commit that a failover, or a crash, can undo. */
const DURABLE_COMMITS = ['on', 'remote_apply', 'remote_write'];

/** Returns what makes PostgreSQL lose commits when a server crashes. A sold lead, or its charge, would be forgotten. */
export function findDurabilityProblems(settings: DurabilitySettings): string[] {
  const { fsync, fullPageWrites, synchronousCommit } = settings;
  return [
    ...(fsync === 'on' ? [] : ['PostgreSQL must run with fsync = on']),
    ...(fullPageWrites === 'on' ? [] : ['PostgreSQL must run with full_page_writes = on']),
    ...(DURABLE_COMMITS.includes(synchronousCommit)
      ? []
      : [`PostgreSQL must run with synchronous_commit = on, not ${synchronousCommit}`]),
  ];
}

/** Whether a failover can lose the last commits although each server is durable. */
export const replicatesAsynchronously = ({ standbys, synchronousStandbys }: DurabilitySettings): boolean =>
  standbys > 0 && synchronousStandbys === '';

/** @throws Error in production if a crash of PostgreSQL could lose acknowledged leads or charges */
export async function checkDurability(
  dataSource: DataSource,
  isProduction: boolean,
  logger: Logger,
): Promise<void> {
  const [settings]: DurabilitySettings[] = await dataSource.query(SELECT_SETTINGS);
  if (!settings) return;
  const problems = findDurabilityProblems(settings);
  if (problems.length > 0 && isProduction) throw new Error(problems.join('; '));
  if (problems.length > 0) logger.info({ problems }, 'database not durable');
  if (replicatesAsynchronously(settings))
    logger.warn(
      'PostgreSQL replicates asynchronously: set synchronous_standby_names, or a failover may lose leads',
    );
}
