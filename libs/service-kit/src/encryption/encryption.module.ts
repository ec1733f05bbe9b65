import { Global, Module } from '@nestjs/common';
import { isProduction } from '../settings/setting.js';
import type { Logger } from '../logging/logger.js';
import { ENV, LOGGER } from '../tokens.js';
import { DataCipher } from './data-cipher.js';
import type { EncryptionEnv } from './encryption-settings.js';

/** Reminds operators to finish an update. */
function createDataCipher(env: EncryptionEnv, logger: Logger): DataCipher {
  if (!env.ENCRYPT_DATA && isProduction(env))
    logger.warn('ENCRYPT_DATA is false: personal data is stored readable, see docs/operations/keys.md');
  return new DataCipher(env.DATA_KEYS, env.ENCRYPT_DATA);
}

/** Provides `DataCipher` to every module of a service whose settings include `encryptionSettings`. */
@Global()
@Module({
  providers: [{ provide: DataCipher, inject: [ENV, LOGGER], useFactory: createDataCipher }],
  exports: [DataCipher],
})
export class EncryptionModule {}
