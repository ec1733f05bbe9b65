export interface Infrastructure {
  /** Connects as an administrator who may create databases and roles. */
  databaseUrl: string;
  redisUrl: string;
  /** Where the servers come from. `external` ones belong to the caller and outlive the test run. */
  source: 'external' | 'containers' | 'embedded';
  stop: () => Promise<void>;
}
