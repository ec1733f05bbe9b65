import { Global, Module } from '@nestjs/common';
import { ENV } from '../tokens.js';
import { DataCipher } from './data-cipher.js';
import type { EncryptionEnv } from './encryption-settings.js';

/** Provides `DataCipher` to every module of a service whose settings include `encryptionSettings`. */
@Global()
@Module({
  providers: [
    {
      provide: DataCipher,
      inject: [ENV],
      useFactory: ({ DATA_KEYS }: EncryptionEnv) => new DataCipher(DATA_KEYS),
    },
  ],
  exports: [DataCipher],
})
export class EncryptionModule {}
