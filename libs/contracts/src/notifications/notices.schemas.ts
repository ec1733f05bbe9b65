import { type InferType } from 'yup';
import { boundedText } from '../bounded-text.js';
import { flag, oneOf, strictObject, timeZone } from '../primitives.js';
import { optionalNotices } from './notices.values.js';

/** `HH:MM` on a 24-hour clock. */
const timeOfDay = () =>
  boundedText({
    max: 5,
    pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
    message: 'Enter a valid time',
  }).required('Enter a valid time');

/** In the agent's time zone. `from` may be later than `to`: the hours then go over midnight. */
export const quietHoursSchema = strictObject({
  from: timeOfDay(),
  to: timeOfDay().test(
    'another-time',
    'Enter another time than the beginning',
    (value, { parent }) => value !== (parent as { from?: string }).from,
  ),
});
export type QuietHours = InferType<typeof quietHoursSchema>;

export const noticePreferencesSchema = strictObject({
  limitReached: flag(),
  channelProblems: flag(),
  weeklySummary: flag(),
  receipts: flag(),
  quietHours: quietHoursSchema.nullable().defined(),
});
export type NoticePreferences = InferType<typeof noticePreferencesSchema>;

export const timeZoneSchema = strictObject({ timeZone: timeZone() });

export const unsubscribeQuery = strictObject({
  token: boundedText({
    kind: 'code',
    max: 200,
    message: 'This link is not complete',
  }).required('This link is not complete'),
});

/** What was turned off. */
export const unsubscribedAnswer = strictObject({
  notice: oneOf(optionalNotices).required(),
});
