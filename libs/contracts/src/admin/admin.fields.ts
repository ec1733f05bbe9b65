import { string } from 'yup';
import { strictObject, uuid } from '../primitives.js';

/** Where a page begins, in a query string: `<instant>,<id>` of the last one seen. */
export const timeAndId = (label: string) =>
  string()
    .matches(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      `${label} must be a time and an id`,
    )
    .optional();

/** Null when nobody, or nobody who is still known. */
export const buyerName = () =>
  strictObject({ id: uuid(), firstName: string().defined(), lastName: string().defined() })
    .nullable()
    .defined();
