import type { Sealer } from '@desk/bullmq-transport';
import type { Logger } from './logging/logger.js';

/** Reminds operators to finish the update. Remove with the shared keys in the next release. */
export function warnOfSharedKey(sealer: Pick<Sealer, 'hasSharedKey'>, logger: Logger): void {
  if (sealer.hasSharedKey)
    logger.warn(
      'MESSAGE_KEYS contain a key shared by all services; replace it as docs/operations/keys.md says',
    );
}
