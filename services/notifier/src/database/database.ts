import { AccountMail } from './entities/account-mail.entity.js';
import { Channel } from './entities/channel.entity.js';
import { Delivery } from './entities/delivery.entity.js';
import { CreateNotifications1790000001000 } from './migrations/1790000001000-create-notifications.js';

export const database = { schema: 'notifications', entities: [Channel, Delivery, AccountMail] };
export const migrations = [CreateNotifications1790000001000];
