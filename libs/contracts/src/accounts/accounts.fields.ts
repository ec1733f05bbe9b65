import { boolean } from 'yup';
import { boundedText } from '../bounded-text.js';
import { dailyLeadLimit } from '../leads/daily-limit.schemas.js';
import { TIME_ZONE_MAX } from '../primitives.js';
import {
  COMPANY_NAME_MAX,
  EMAIL_MAX,
  NAME_MAX,
  PASSWORD_MIN,
  PASSWORD_MAX,
  ID_MAX,
  PHONE_MIN,
  PHONE_MAX,
} from './accounts.values.js';

/** User fields as people fill them in. The messages are those of the product specification, section 5. */

export const emailAddress = () =>
  boundedText({ kind: 'email', max: EMAIL_MAX, message: 'Invalid email address' }).required(
    'Invalid email address',
  );

export const requiredName = (label: string) =>
  boundedText({
    kind: 'name',
    max: NAME_MAX,
    pattern: /\S/,
    message: `${label} is required`,
    tooLong: `${label} must be at most ${NAME_MAX} characters`,
  }).required(`${label} is required`);

export const phoneNumber = (message: string) =>
  boundedText({
    kind: 'phone',
    min: PHONE_MIN,
    max: PHONE_MAX,
    message,
    tooLong: `Phone number must be at most ${PHONE_MAX} characters`,
  }).required(message);

export const companyName = () =>
  boundedText({
    kind: 'line',
    max: COMPANY_NAME_MAX,
    message: 'Company name must be text',
    tooLong: `Company name must be at most ${COMPANY_NAME_MAX} characters`,
  })
    .nullable()
    .optional();

/** The browser's time zone. Accounts ignores a zone that it does not know, because it must not prevent a sign-up. */
export const givenTimeZone = () => boundedText({ kind: 'code', max: TIME_ZONE_MAX }).optional();

const PASSWORD_TOO_SHORT = `Password must be at least ${PASSWORD_MIN} characters`;
const PASSWORD_TOO_LONG = `Password must be at most ${PASSWORD_MAX} characters`;

export const newPassword = () =>
  boundedText({
    kind: 'secret',
    min: PASSWORD_MIN,
    max: PASSWORD_MAX,
    message: PASSWORD_TOO_SHORT,
    tooLong: PASSWORD_TOO_LONG,
  }).required(PASSWORD_TOO_SHORT);

/** An existing password, which may have been accepted under another rule. */
export const givenPassword = (label: string) =>
  boundedText({
    kind: 'secret',
    max: ID_MAX,
    message: `${label} is required`,
    tooLong: `${label} is not valid`,
  });

const CARD_DIGITS = 'Enter the last four digits of your card';

/** The last four digits of a card number; empty counts as missing. */
export const cardDigits = () =>
  boundedText({ max: 4, pattern: /^(\d{4})?$/, message: CARD_DIGITS }).optional();

/** `missing` is the message for an empty or too short value. */
export const confirmedPassword = (missing: string) =>
  boundedText({
    kind: 'secret',
    min: PASSWORD_MIN,
    max: PASSWORD_MAX,
    message: missing,
    tooLong: PASSWORD_TOO_LONG,
  })
    .required(missing)
    .test(
      'same',
      "Passwords don't match",
      (value, { parent }) => value === (parent as { password?: unknown }).password,
    );

export const limitField = () => dailyLeadLimit().typeError('Daily limit must be a number');

export const choice = (label: string) =>
  boolean().typeError(`${label} must be true or false`).required(`${label} is required`);

export const givenId = (label: string) =>
  boundedText({
    kind: 'code',
    max: ID_MAX,
    message: `${label} is required`,
    tooLong: `${label} is not valid`,
  }).required(`${label} is required`);
