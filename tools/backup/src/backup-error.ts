/** An error that the operator can understand and act on. Its message contains no secret and no data. */
export class BackupError extends Error {}
