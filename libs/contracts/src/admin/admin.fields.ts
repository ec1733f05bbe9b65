import { string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { isInstant } from '../format/calendar.js';
import { strictObject, uuid } from '../primitives.js';

/** Cursor of a keyset page in a query string: `<instant>,<id>` of the last row seen. */
export const timeAndId = (label: string) => {
  const message = `${label} must be a time and an id`;
  return boundedText({
    max: 61,
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    message,
  })
    .test('calendar', message, (value) => !value || isInstant(value.split(',', 1)[0] ?? ''))
    .optional();
};

/** Null without a buyer, or when the user no longer exists. */
export const buyerName = () =>
  strictObject({ id: uuid(), firstName: string().defined(), lastName: string().defined() }).nullable();
