import { string } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { notOwned, ownership } from '../accounts/recovery.schemas.js';
import { defineCommand } from '../define-message.js';
import { flag, strictObject, uuid } from '../primitives.js';
import { channelSchema } from './channels.schemas.js';
import {
  confirmPhoneCodeSchema,
  phoneCodeSchema,
  sendPhoneCodeSchema,
  smsSetUpSchema,
} from './sms.schemas.js';

export const getSmsSetUp = defineCommand('notifier', 'sms.get-set-up', {
  request: strictObject({ userId: uuid() }),
  response: smsSetUpSchema,
});

/** Stores the opt-in and sends a code to the number. The previous code is no longer valid. */
export const sendPhoneCode = defineCommand('notifier', 'sms.send-code', {
  needsRecentProof: () => true,
  request: sendPhoneCodeSchema
    .shape({ userId: uuid(), ownership: ownership(), caller: callerSchema })
    .noUnknown(),
  response: phoneCodeSchema,
  errors: [
    ...notOwned,
    'INVALID_REQUEST',
    'SMS_UNAVAILABLE',
    'PHONE_OPTED_OUT',
    'PHONE_REFUSED',
    'TOO_MANY_REQUESTS',
  ],
  timeoutMs: 20_000,
});

/** Adds the number that the code was sent to as the agent's SMS channel. */
export const confirmPhoneCode = defineCommand('notifier', 'sms.confirm-code', {
  needsRecentProof: () => true,
  request: confirmPhoneCodeSchema
    .shape({ userId: uuid(), ownership: ownership(), caller: callerSchema })
    .noUnknown(),
  response: strictObject({ channel: channelSchema }),
  errors: [...notOwned, 'WRONG_PHONE_CODE', 'PHONE_CODE_EXPIRED', 'PHONE_OPTED_OUT'],
});

/**
 * Passes on a request from Twilio with its signature, which the notifier verifies again. Responds after the commit,
 * with the text of the reply, if any.
 */
export const acceptTwilioRequest = defineCommand('notifier', 'sms.accept-twilio-request', {
  request: strictObject({
    /** Path and query string. */
    target: string().max(500).required(),
    form: string().max(20_000).required(),
    signature: string().max(200).required(),
  }),
  response: strictObject({ reply: string().nullable().defined() }),
  errors: ['INVALID_SIGNATURE', 'SMS_UNAVAILABLE'],
});

/** Looks up a number at the text message provider. Null if there is no provider, or it does not know the number. */
export const lookUpPhone = defineCommand('notifier', 'sms.look-up-phone', {
  request: strictObject({ phone: string().max(16).required() }),
  response: strictObject({
    found: strictObject({
      isValid: flag(),
      /** As Twilio names it; null if no carrier knows the line. */
      lineType: string().max(40).nullable().defined(),
    }).nullable(),
  }),
});
