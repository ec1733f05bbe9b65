import { boolean, string } from 'yup';
import { dailyLeadLimit } from '../leads/daily-limit.schemas.js';
import {
  COMPANY_NAME_MAX,
  EMAIL_MAX,
  NAME_MAX,
  PASSWORD_MIN,
  PASSWORD_MAX,
  PHONE_MIN,
  PHONE_MAX,
} from './accounts.values.js';

/** User fields as people fill them in. The messages are those of the product specification, section 5. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

export const emailAddress = () =>
  string()
    .typeError('Invalid email address')
    .max(EMAIL_MAX, 'Invalid email address')
    .matches(EMAIL, 'Invalid email address')
    .required('Invalid email address');

export const requiredName = (label: string) =>
  string()
    .typeError(`${label} is required`)
    .matches(/\S/, `${label} is required`)
    .max(NAME_MAX, `${label} must be at most ${NAME_MAX} characters`)
    .required(`${label} is required`);

export const phoneNumber = (message: string) =>
  string()
    .typeError(message)
    .min(PHONE_MIN, message)
    .max(PHONE_MAX, `Phone number must be at most ${PHONE_MAX} characters`)
    .required(message);

export const companyName = () =>
  string()
    .typeError('Company name must be text')
    .max(COMPANY_NAME_MAX, `Company name must be at most ${COMPANY_NAME_MAX} characters`)
    .nullable()
    .optional();

export const newPassword = () =>
  string()
    .typeError(`Password must be at least ${PASSWORD_MIN} characters`)
    .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
    .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`)
    .required(`Password must be at least ${PASSWORD_MIN} characters`);

/** `missing` is the message while the field is empty or too short. */
export const confirmedPassword = (missing: string) =>
  string()
    .typeError(missing)
    .required(missing)
    .min(PASSWORD_MIN, missing)
    .test(
      'same',
      "Passwords don't match",
      (value, { parent }) => value === (parent as { password?: unknown }).password,
    );

export const limitField = () => dailyLeadLimit().typeError('Daily limit must be a number');

export const choice = (label: string) =>
  boolean().typeError(`${label} must be true or false`).required(`${label} is required`);

export const givenId = (label: string) =>
  string()
    .typeError(`${label} is required`)
    .max(255, `${label} is not valid`)
    .required(`${label} is required`);
