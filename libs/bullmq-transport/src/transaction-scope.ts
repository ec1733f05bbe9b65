import { AsyncLocalStorage } from 'node:async_hooks';

/** Mutable, so that work which outlives the transaction does not count as being inside it. */
interface Scope {
  isOpen: boolean;
}

const storage = new AsyncLocalStorage<Scope>();

/** Runs `work`, which is the body of a database transaction. Until it ends, `assertNoTransaction` throws. */
export async function runInTransactionScope<T>(work: () => Promise<T>): Promise<T> {
  const scope: Scope = { isOpen: true };
  try {
    return await storage.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/**
 * Throws inside a database transaction. A call to another process may take seconds, and meanwhile the transaction
 * would hold row locks and a pooled connection.
 */
export function assertNoTransaction(action: string): void {
  if (storage.getStore()?.isOpen === true)
    throw new Error(`${action} was called inside a database transaction`);
}
