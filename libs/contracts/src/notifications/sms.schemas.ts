import { type InferType, string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { flag, instant, strictObject } from '../primitives.js';
import { PHONE_CODE_DIGITS, smsOptInTexts } from './sms.values.js';

const PHONE_INPUT_MAX = 30;

/** A code that was sent and not entered yet. */
export const phoneCodeSchema = strictObject({
  /** In E.164. */
  phone: string().required(),
  expiresAt: instant(),
  /** When another one can be requested. */
  resendAt: instant(),
});
export type PhoneCode = InferType<typeof phoneCodeSchema>;

export const smsSetUpSchema = strictObject({
  /** False if this system has no provider of text messages. */
  isAvailable: flag(),
  code: phoneCodeSchema.nullable().defined(),
});
export type SmsSetUp = InferType<typeof smsSetUpSchema>;

export const sendPhoneCodeSchema = strictObject({
  /** As people write it. The notifier accepts only US numbers. */
  phone: boundedText({ kind: 'phone', max: PHONE_INPUT_MAX, message: 'Enter a US phone number' }).required(
    'Enter a US phone number',
  ),
  /** The wording that the agent agreed to. */
  optInText: string()
    .oneOf([...smsOptInTexts], 'Please agree to receive text messages')
    .required('Please agree to receive text messages'),
});
export type SendPhoneCode = InferType<typeof sendPhoneCodeSchema>;

const CODE = new RegExp(`^\\d{${PHONE_CODE_DIGITS}}$`);
export const confirmPhoneCodeSchema = strictObject({
  code: boundedText({
    max: PHONE_CODE_DIGITS,
    pattern: CODE,
    message: `Enter the ${PHONE_CODE_DIGITS} digits`,
  }).required(`Enter the ${PHONE_CODE_DIGITS} digits`),
});
