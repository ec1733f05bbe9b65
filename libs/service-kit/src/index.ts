export { backoffMs } from '@desk/timing';
export { ChangeAnnouncer } from './admin-changes/change-announcer.js';
export { toClientConfig } from './database/connection-options.js';
export { createIndexConcurrently } from './database/create-index.js';
export { runDatabaseCommand } from './database/database-command.js';
export { defineEntity, selectColumns } from './database/define-entity.js';
export { createDataSource, pingDatabase } from './database/data-source.js';
export { type KeysetCursor, keysetClauses, type KeysetOrder, toPage } from './database/keyset.js';
export { runLongStatement } from './database/long-statement.js';
export { startFolding } from './database/start-folding.js';
export { escapeLike, SERVER_START } from './database/sql.js';
export type { SqlFunctions } from './database/sql-functions.js';
export { type MigrationSettings, runMigrations, withMigrationLock } from './database/run-migrations.js';
export { provision, urlForRole } from './database/provision.js';
export { allRoles, readRolePasswords, serviceRoles, verifyRole } from './database/roles.js';
export {
  appendOnly,
  commonTables,
  grantTableRights,
  type SchemaRights,
  type TableRights,
} from './database/table-rights.js';
export { searchWithTwoPlans } from './database/two-plan-search.js';
export { DistinctBatches } from './distinct-batches.js';
export { type BlindIndex, type IndexedText } from './encryption/blind-index.js';
export { DataCipher } from './encryption/data-cipher.js';
export { EncryptionModule, encryptionSettings, keyListSetting } from './encryption/encryption.module.js';
export { type NamedKey, parseKeyList } from '@desk/bullmq-transport';
export { KeyedDigests } from './encryption/keyed-digests.js';
export { type CommonEnv, commonSettings, EnvironmentError, readEnv } from './env.js';
export { readTls, type TlsMode } from './tls.js';
export { countAttention } from './failed-messages/count-attention.js';
export { toInstants, type WithDates } from './instants.js';
export { HealthServer } from './health/health-server.js';
export { KitModule } from './kit.module.js';
export { createLogger, type Logger, nestLogger } from './logging/logger.js';
export { countCommitted } from './metrics/count-committed.js';
export { createRegistry, type Metrics } from './metrics/create-registry.js';
export { exemplarLabels } from './metrics/exemplar.js';
export { ProviderCalls } from './metrics/provider-calls.js';
export { clientNetwork, truncateAddress } from './network/client-network.js';
export { readInputLine, readPersonalArguments } from './personal-arguments.js';
export { readOperator } from './operator.js';
export { PeriodicTasks, type TaskDefinition } from './periodic-tasks.js';
export { publishAction } from './publish-action.js';
export { onShutdown, startOrExit } from './process-life.js';
export { encryptedColumns } from './reencryption/encrypted-columns.js';
export { needsReencryption, type ReencryptionTask } from './reencryption/reencrypt-table.js';
export { reencryptAll, runReencryptionCommand } from './reencryption/reencryption-command.js';
export { deleteDue, selectDue, updateDue } from './retention/retention-rule.js';
export { type RetentionBatch, type RetentionRule, retentionSettings } from './retention/retention-rule.js';
export { RetentionJob, RetentionModule } from './retention/retention.job.js';
export { type DatabaseEnv, type RunningService, runService, startService } from './run-service.js';
export { startTracing } from './tracing/start-tracing.js';
export {
  databaseSettings,
  isHttpsOrLocal,
  isProduction,
  reportingZoneSettings,
  requestLimitSettings,
  setting,
  type SettingsOf,
  siteSettings,
} from './settings/setting.js';
export { isCardProviderScript } from './settings/card-script.js';
export {
  findTrustProxyProblem,
  MISSING_TRUST_PROXY,
  needsTrustProxy,
  splitProxies,
} from './settings/trust-proxy.js';
export { stableUuid } from './stable-uuid.js';
export { InjectEnv, InjectLogger, InjectRequestTransactions } from './tokens.js';
