import { DomainError } from '@desk/contracts';

export interface HandledMessage {
  readonly message: string;
  /** `refused`: the handler answered with an expected error. */
  readonly outcome: 'succeeded' | 'refused' | 'failed';
  readonly durationMs: number;
}

/** Called each time a handler has ended or timed out. Must not throw. */
export type HandledListener = (handled: HandledMessage) => void;

/** Runs a handler, and reports how it ended and how long it took. */
export async function reportHandling<T>(
  message: string,
  listener: HandledListener,
  handle: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const report = (outcome: HandledMessage['outcome']): void =>
    listener({ message, outcome, durationMs: performance.now() - startedAt });
  try {
    const result = await handle();
    report('succeeded');
    return result;
  } catch (error) {
    report(error instanceof DomainError ? 'refused' : 'failed');
    throw error;
  }
}
