import { number } from 'yup';
import { defineEvent } from '../define-message.js';
import { strictObject, uuid } from '../primitives.js';

/** Order: send this delivery now. `attempt` counts from 1 and makes each order a message of its own. */
export const sendDelivery = defineEvent({
  name: 'notifications.send-delivery',
  payload: strictObject({ deliveryId: uuid(), attempt: number().integer().min(1).required() }),
  consumers: ['notifier'],
});
