import { boolean, string } from 'yup';
import { dailyLeadLimit } from '../leads/leads.schemas.js';

/** The fields of users as people fill them in; messages are those of the product's specification, section 5. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const PHONE_MIN = 10;

export const emailAddress = () =>
  string()
    .typeError('Invalid email address')
    .max(254, 'Invalid email address')
    .matches(EMAIL, 'Invalid email address')
    .required('Invalid email address');

export const requiredName = (label: string) =>
  string()
    .typeError(`${label} is required`)
    .matches(/\S/, `${label} is required`)
    .max(100, `${label} must be at most 100 characters`)
    .required(`${label} is required`);

export const phoneNumber = (message: string) =>
  string()
    .typeError(message)
    .min(PHONE_MIN, message)
    .max(32, 'Phone number must be at most 32 characters')
    .required(message);

export const companyName = () =>
  string()
    .typeError('Company name must be text')
    .max(200, 'Company name must be at most 200 characters')
    .nullable()
    .optional();

export const newPassword = () =>
  string()
    .typeError('Password must be at least 8 characters')
    .min(PASSWORD_MIN, 'Password must be at least 8 characters')
    .max(PASSWORD_MAX, 'Password must be at most 128 characters')
    .required('Password must be at least 8 characters');

/** `missing`: what is said while it is empty or too short. */
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
