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
 * Everything in this schema that depends on a data key. Links in account mails do not: they are sealed with a message key,
 * and wait for seconds until they are sent.
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
