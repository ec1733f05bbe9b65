import { keyListSetting, type SettingsOf } from '@desk/service-kit';
import { boolean } from 'yup';

export const credentialSettings = {
  CREDENTIAL_KEYS: keyListSetting('the keys that encrypt credentials').meta({
    description:
      'The keys that encrypt the secrets of authenticator apps: `id:base64,…`. The first encrypts, all of them decrypt',
  }),
  REQUIRE_ADMIN_SECOND_FACTOR: boolean()
    .optional()
    .meta({ description: 'Whether admins must have a second factor. Default: in production' }),
};

export type CredentialEnv = SettingsOf<typeof credentialSettings>;
