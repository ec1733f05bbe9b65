import { DomainError } from '@desk/contracts';
import { isRefusal } from '../provider/provider-failure.js';

/**
 * Runs a command about cards. What the provider refuses for good must not be told as an outage that passes.
 *
 * @throws CARD_PROVIDER_REFUSED, and what `run` throws otherwise
 */
export async function explainRefusal<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isRefusal(error) ? new DomainError('CARD_PROVIDER_REFUSED') : error;
  }
}
