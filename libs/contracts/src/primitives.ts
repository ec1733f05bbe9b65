import { boolean, number, object, string, type ObjectShape } from 'yup';

/** An object that rejects unknown fields. Every message and body is one. */
export const strictObject = <S extends ObjectShape>(shape: S) => object(shape).noUnknown().required();

export const uuid = () =>
  string()
    .matches(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Not a valid id')
    .required();

/** An instant on the wire: ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const instant = () =>
  string()
    .matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, 'Not an ISO 8601 instant')
    .required();

export const flag = () => boolean().required();
export const cents = () => number().integer().min(0).max(100_000_000).required();
export const text = (max: number) => string().trim().max(max).required();

/** An IANA time zone name known to this runtime. */
export const timeZone = () =>
  string()
    .required()
    .test('time-zone', 'Not a known time zone', (value) => {
      try {
        return value === '' ? false : Boolean(new Intl.DateTimeFormat('en-US', { timeZone: value }));
      } catch {
        return false;
      }
    });

/** For messages without content. */
export const nothing = () => strictObject({});
