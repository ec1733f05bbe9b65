import { parseKeyList } from '@desk/bullmq-transport';
import { Global, Module } from '@nestjs/common';
import { setting, type SettingsOf } from '../settings/setting.js';
import { ENV } from '../tokens.js';
import { DataCipher } from './data-cipher.js';

/** Whether the text is a valid list of keys. */
function isKeyList(text: string): boolean {
  try {
    parseKeyList(text, 'keys');
    return true;
  } catch {
    return false;
  }
}

/** A setting with encryption keys: `id:base64,…`. */
export const keyListSetting = (label: string) =>
  setting
    .secret(`${label} (id:base64 of 32 bytes)`)
    .test('keys', `${label} must be id:base64 of 32 bytes with different ids`, (keys) => isKeyList(keys));

/** The settings of `EncryptionModule`. */
export const encryptionSettings = {
  DATA_KEYS: keyListSetting('the keys that encrypt personal data').meta({
    description:
      'The keys that encrypt personal data: `id:base64,…`. The first encrypts, all of them decrypt',
  }),
};

export type EncryptionEnv = SettingsOf<typeof encryptionSettings>;

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
