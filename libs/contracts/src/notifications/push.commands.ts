import { callerSchema } from '../accounts/accounts.commands.js';
import { notOwned, ownership } from '../accounts/recovery.schemas.js';
import { defineCommand } from '../define-message.js';
import { strictObject, uuid } from '../primitives.js';
import { allowPushSchema, pushSetUpSchema, pushTestSchema } from './push.schemas.js';

export const getPushSetUp = defineCommand('notifier', 'push.get-set-up', {
  request: strictObject({ userId: uuid() }),
  response: pushSetUpSchema,
});

/** Adds the agent's browser, or replaces what is stored for it. */
export const allowPush = defineCommand('notifier', 'push.allow', {
  needsRecentProof: () => true,
  request: allowPushSchema
    .shape({ userId: uuid(), ownership: ownership(), caller: callerSchema })
    .noUnknown(),
  response: pushSetUpSchema,
  errors: [
    ...notOwned,
    'PUSH_UNAVAILABLE',
    'PUSH_KEY_CHANGED',
    'PUSH_SERVICE_UNKNOWN',
    'PUSH_TOO_MANY_BROWSERS',
  ],
});

/** Notifies a browser again that was allowed before the account was recovered. Idempotent. */
export const keepPush = defineCommand('notifier', 'push.keep', {
  needsRecentProof: () => true,
  request: strictObject({ userId: uuid(), browserId: uuid(), ownership: ownership(), caller: callerSchema }),
  response: pushSetUpSchema,
  errors: [...notOwned, 'PUSH_BROWSER_NOT_FOUND'],
});

/** Removes a browser and what was stored to reach it. Idempotent. */
export const removePush = defineCommand('notifier', 'push.remove', {
  request: strictObject({ userId: uuid(), browserId: uuid(), caller: callerSchema }),
  response: pushSetUpSchema,
});

/** Sends a sample notification to a browser, once. */
export const testPush = defineCommand('notifier', 'push.test', {
  request: strictObject({ userId: uuid(), browserId: uuid() }),
  response: pushTestSchema,
  errors: ['PUSH_UNAVAILABLE', 'PUSH_BROWSER_NOT_FOUND'],
  timeoutMs: 20_000,
});
