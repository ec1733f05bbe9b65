import type { SchemaRights } from '@desk/service-kit';
import { AccountMailEntity } from '../account-mail/account-mail.entity.js';
import { ChannelEntity } from '../channels/channel.entity.js';
import { DeliveryEntity } from '../deliveries/delivery.entity.js';
import { CreateNotifications1790000001000 } from './migrations/1790000001000-create-notifications.js';
import { Resending1790000011000 } from './migrations/1790000011000-resending.js';
import { Retention1790000035000 } from './migrations/1790000035000-retention.js';
import { RetentionIndexes1790000035001 } from './migrations/1790000035001-retention-indexes.js';

export const database = {
  schema: 'notifications',
  entities: [ChannelEntity, DeliveryEntity, AccountMailEntity],
  tables: {
    channels: { update: true },
    deliveries: { update: true },
    account_mails: { update: true, delete: true },
  } satisfies SchemaRights,
};
export const migrations = [
  CreateNotifications1790000001000,
  Resending1790000011000,
  Retention1790000035000,
  RetentionIndexes1790000035001,
];
