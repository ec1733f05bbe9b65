export interface Infrastructure {
  /** Connects as an administrator who may create databases and roles. */
  databaseUrl: string;
  redisUrl: string;
  /** Where the servers come from. `given` ones belong to the caller and outlive the test run. */
  source: 'given' | 'containers' | 'embedded';
  stop: () => Promise<void>;
}
