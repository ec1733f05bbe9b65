/** A statement that a service executed, with its parameters and result. Times are milliseconds since the epoch. */
export interface RecordedStatement {
  readonly service: string;
  /** Process id of the database connection. */
  readonly connection: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly text: string;
  /** Set for a prepared statement. */
  readonly name?: string;
  readonly values: readonly unknown[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number;
}

/** Names of the files through which a recorded service and the bench communicate. */
export const recordingFiles = (service: string) => ({
  started: `${service}.started`,
  statements: `${service}.statements`,
});
