import { AsyncLocalStorage } from 'node:async_hooks';

/** The caller has stopped waiting and counts the command as failed, so nothing of it may be committed. */
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

/** Runs work that must finish even if the caller of its command stops waiting. */
export const runWithoutDeadline = <T>(work: () => Promise<T>): Promise<T> =>
  storage.run({ isExceeded: () => false, isOpen: false }, work);

/**
 * Returns a function that tells whether the caller of the command in progress has stopped waiting; undefined if the
 * work in progress belongs to no command.
 */
export function captureDeadline(): (() => boolean) | undefined {
  const scope = storage.getStore();
  return scope?.isOpen === true ? () => scope.isOpen && scope.isExceeded() : undefined;
}

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
