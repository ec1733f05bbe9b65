import { DomainError } from '@desk/contracts';

const isRefused = (error: unknown, names: readonly string[]): boolean =>
  error instanceof DomainError &&
  error.code === 'INVALID_REQUEST' &&
  error.fields.some(({ field }) => names.includes(field));

/**
 * Sends a command with fields that the previous release of its service does not know. A service that refuses them gets
 * the command without them. Once the previous release is gone, send the fields directly.
 */
export async function withNewFields<F extends object, T>(
  fields: F,
  send: (fields: Partial<F>) => Promise<T>,
): Promise<T> {
  try {
    return await send(fields);
  } catch (error) {
    if (isRefused(error, Object.keys(fields))) return send({});
    throw error;
  }
}
