export { crashPoint } from './crash-points.js';
export {
  type ConnectionOptions,
  toClientConfig,
  toConnectionOptions,
} from './database/connection-options.js';
export { createIndexConcurrently } from './database/create-index.js';
export { runDatabaseCommand } from './database/database-command.js';
export { createDataSource, type DatabaseSettings } from './database/data-source.js';
export { escapeLike } from './database/escape-like.js';
export { estimateRows } from './database/estimate-rows.js';
export {
  type KeysetColumns,
  type KeysetCursor,
  keysetClauses,
  type KeysetOrder,
  toPage,
} from './database/keyset.js';
export { runMigrations } from './database/run-migrations.js';
export { provision, urlForRole } from './database/provision.js';
export { allRoles, serviceRoles, type ServiceRoles, verifyRole } from './database/roles.js';
export {
  appendOnly,
  commonTables,
  grantTableRights,
  type SchemaRights,
  type TableRights,
} from './database/table-rights.js';
export { searchWithTwoPlans, type TwoPlanSearch } from './database/two-plan-search.js';
export { DistinctBatches, type DistinctBatchesOptions } from './distinct-batches.js';
export { type CommonEnv, EnvironmentError, isProduction, readEnv, setting } from './env.js';
export { readTls, type TlsMode } from './tls.js';
export { type HealthCheck, HealthServer } from './health/health-server.js';
export { KitModule, type KitParts } from './kit.module.js';
export { createLogger, type Logger, nestLogger } from './logging/logger.js';
export { scrub, serializeError } from './logging/scrub.js';
export { clientNetwork } from './network/client-network.js';
export { truncateAddress } from './network/truncate-address.js';
export { readOperator } from './operator.js';
export { PeriodicTasks, type TaskDefinition } from './periodic-tasks.js';
export { onShutdown, startOrExit } from './process-life.js';
export { deleteDue, type DueRows, selectDue, updateDue } from './retention/batch-sql.js';
export { type RetentionRule, retentionSettings } from './retention/retention-rule.js';
export { RETENTION_BATCH, RetentionJob } from './retention/retention.job.js';
export { RetentionModule } from './retention/retention.module.js';
export { type RunningService, runService, type ServiceOptions, startService } from './run-service.js';
export { isHttpsOrLocal } from './settings/public-url.js';
export {
  findTrustProxyProblem,
  MISSING_TRUST_PROXY,
  needsTrustProxy,
  splitProxies,
} from './settings/trust-proxy.js';
export { warnOfSharedKey } from './shared-key-warning.js';
export { stableUuid } from './stable-uuid.js';
export { ENV, InjectEnv, InjectLogger } from './tokens.js';
