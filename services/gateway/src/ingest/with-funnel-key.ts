import { DomainError } from '@desk/contracts';

const isRefused = (error: unknown): boolean =>
  error instanceof DomainError &&
  error.code === 'INVALID_REQUEST' &&
  error.fields.some(({ field }) => field === 'keyHash');

/**
 * Sends a command with the hash of the key that identified the funnel, so that lead-router refuses a revoked key.
 * lead-router of the previous release does not know the field; then the command is sent without. Remove that in the next
 * release.
 */
export async function withFunnelKey<T>(
  keyHash: string,
  send: (key: { keyHash?: string }) => Promise<T>,
): Promise<T> {
  try {
    return await send({ keyHash });
  } catch (error) {
    if (isRefused(error)) return send({});
    throw error;
  }
}
