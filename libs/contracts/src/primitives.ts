import { boolean, number, object, string, type ObjectShape } from 'yup';
import { boundedText } from './bounded-text.js';

/** An object that rejects unknown fields. Every message and body is one. */
export const strictObject = <S extends ObjectShape>(shape: S) =>
  // yup's own message would print the whole value, however large or deep it is.
  object(shape).typeError('Must be an object').noUnknown().required();

export const uuid = () =>
  boundedText({
    max: 36,
    pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    message: 'Not a valid id',
  }).required();

/** An instant on the wire: ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const instant = () =>
  boundedText({
    max: 24,
    pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
    message: 'Not an ISO 8601 instant',
  }).required();

export const flag = () => boolean().typeError('Must be true or false').required();
export const cents = () => number().integer().min(0).max(100_000_000).required();
export const text = (max: number) => string().trim().max(max).required();
/** Text that must not be empty. */
export const filledText = (max: number) => boundedText({ max }).required();

export const TIME_ZONE_MAX = 64;

/** An IANA time zone name known to this runtime. */
export const timeZone = () =>
  boundedText({ max: TIME_ZONE_MAX })
    .required()
    .test('time-zone', 'Not a known time zone', (value) => {
      if (value === '' || value.length > TIME_ZONE_MAX) return false;
      try {
        return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: value }));
      } catch {
        return false;
      }
    });

/** For messages without content. */
export const nothing = () => strictObject({});
