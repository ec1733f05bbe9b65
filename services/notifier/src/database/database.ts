import { AccountMail } from './entities/account-mail.entity.js';
import { Channel } from './entities/channel.entity.js';
import { Delivery } from './entities/delivery.entity.js';
import { CreateNotifications1790000001000 } from './migrations/1790000001000-create-notifications.js';
import { Resending1790000011000 } from './migrations/1790000011000-resending.js';

export const database = { schema: 'notifications', entities: [Channel, Delivery, AccountMail] };
export const migrations = [CreateNotifications1790000001000, Resending1790000011000];
