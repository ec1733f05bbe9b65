import {
  type DataCipher,
  encryptedColumns,
  needsReencryption,
  type ReencryptionTask,
} from '@desk/service-kit';
import { toSettingsPurpose } from '../channels/optional-channel.repository.js';
import { toSubscriptionPurpose } from '../push/push-subscription.repository.js';
import { toContentPurpose } from '../deliveries/delivery.repository.js';

/**
 * Every column of this schema that a data key encrypts. Links in account mails are not among them: a message key seals
 * them, and nobody needs them once the email is sent, after about a day at most.
 */
export const reencryptionTasks = (cipher: DataCipher): readonly ReencryptionTask[] => [
  {
    ...encryptedColumns(cipher, {
      table: 'deliveries',
      encrypted: [{ column: 'content', isJson: true, purpose: ({ id }) => toContentPurpose(String(id)) }],
    }),
    isDue: `content_removed_at IS NULL AND ${needsReencryption("(content #>> '{}')")}`,
  },
  encryptedColumns(cipher, {
    table: 'channels',
    encrypted: [{ column: 'settings', purpose: ({ id }) => toSettingsPurpose(String(id)) }],
  }),
  encryptedColumns(cipher, {
    table: 'push_subscriptions',
    encrypted: [{ column: 'settings', purpose: ({ id }) => toSubscriptionPurpose(String(id)) }],
  }),
];
