import { string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { CURSOR, isCursor } from '../format/ids.js';
import { strictObject, uuid } from '../primitives.js';

/** Cursor of a keyset page in a query string: `<instant>,<id>` of the last row seen. */
export const timeAndId = (label: string) => {
  const message = `${label} must be a time and an id`;
  return boundedText({
    max: 61,
    pattern: CURSOR,
    message,
  })
    .test('calendar', message, (value) => !value || isCursor(value))
    .optional();
};

/** Null without a user, or when the user no longer exists. */
export const userName = () =>
  strictObject({ id: uuid(), firstName: string().defined(), lastName: string().defined() }).nullable();
