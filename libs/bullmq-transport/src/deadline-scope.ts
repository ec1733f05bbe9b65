import { AsyncLocalStorage } from 'node:async_hooks';

/** The caller no longer waits. What failed for the caller must not happen. */
export class DeadlineExceededError extends Error {
  override readonly name = 'DeadlineExceededError';

  constructor() {
    super('the caller no longer waits');
  }
}

/** Mutable, so that work which outlives the handler is not bound by its caller's deadline. */
interface Scope {
  readonly isExceeded: () => boolean;
  isOpen: boolean;
}

const storage = new AsyncLocalStorage<Scope>();

/** Runs the handler of a command whose caller waits until `isExceeded`. */
export async function runWithDeadline<T>(isExceeded: () => boolean, work: () => Promise<T>): Promise<T> {
  const scope: Scope = { isExceeded, isOpen: true };
  try {
    return await storage.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/** For work that a handler starts and that outlives its caller's interest. */
export const runWithoutDeadline = <T>(work: () => Promise<T>): Promise<T> =>
  storage.run({ isExceeded: () => false, isOpen: false }, work);

/** Whether the work in progress must not be committed once its caller no longer waits. */
export const hasDeadline = (): boolean => storage.getStore()?.isOpen === true;

/**
 * Called before each commit. Does nothing outside of a command.
 *
 * @throws DeadlineExceededError
 */
export function assertCallerWaits(): void {
  const scope = storage.getStore();
  if (scope?.isOpen === true && scope.isExceeded()) throw new DeadlineExceededError();
}
