import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { strictObject, timeZone, uuid } from '../primitives.js';
import { noticePreferencesSchema, unsubscribedAnswer, unsubscribeQuery } from './notices.schemas.js';

export const getNoticePreferences = defineCommand('notifier', 'notices.get-preferences', {
  request: strictObject({ userId: uuid() }),
  response: noticePreferencesSchema,
});

/** Changes the preferences for all later emails. */
export const saveNoticePreferences = defineCommand('notifier', 'notices.save-preferences', {
  request: strictObject({
    userId: uuid(),
    preferences: noticePreferencesSchema,
    /** The user's. Used until accounts has reported it to the notifier. */
    timeZone: timeZone(),
    caller: callerSchema,
  }),
  response: noticePreferencesSchema,
  errors: ['USER_NOT_FOUND'],
});

/** Turns off the emails that the link was sent with. Safe to repeat. */
export const unsubscribe = defineCommand('notifier', 'notices.unsubscribe', {
  request: unsubscribeQuery,
  response: unsubscribedAnswer,
  errors: ['LINK_EXPIRED'],
});
