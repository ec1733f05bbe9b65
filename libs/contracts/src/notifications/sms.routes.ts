import { defineRoute } from '../define-route.js';
import { HOUR_SECONDS, perNetwork, perUser } from '../request-limits.js';
import { channelSchema } from './channels.schemas.js';
import {
  confirmPhoneCodeSchema,
  phoneCodeSchema,
  sendPhoneCodeSchema,
  smsSetUpSchema,
} from './sms.schemas.js';
import { PHONE_CODE_LIMIT, PHONE_CODE_USER_LIMIT, TWILIO_PATHS } from './sms.values.js';

const ofTwilio = {
  contentTypes: ['application/x-www-form-urlencoded'],
  text: { contentType: 'text/xml', description: 'TwiML with the reply, if any' },
  errors: ['INVALID_SIGNATURE', 'SMS_UNAVAILABLE'],
  // Twilio sends everything from a few networks.
  limits: [perNetwork(5_000, 10)],
} as const;

export const smsRoutes = {
  getSmsSetUp: defineRoute('GET', '/api/channels/sms', 'agent', {
    summary: 'Get whether text messages are available, and the code that waits to be entered',
    answer: smsSetUpSchema,
  }),
  sendPhoneCode: defineRoute('POST', '/api/channels/sms/code', 'agent', {
    confirmedEmail: true,
    summary: 'Send a code to a phone number to set up text messages',
    body: sendPhoneCodeSchema,
    answer: phoneCodeSchema,
    errors: ['SMS_UNAVAILABLE', 'PHONE_OPTED_OUT', 'PHONE_REFUSED'],
    effects: ['sends a message'],
    limits: [perUser(5, HOUR_SECONDS), perNetwork(20, HOUR_SECONDS), PHONE_CODE_LIMIT, PHONE_CODE_USER_LIMIT],
  }),
  confirmPhoneCode: defineRoute('POST', '/api/channels/sms/confirm', 'agent', {
    confirmedEmail: true,
    summary: 'Enter the code from the text message; leads then arrive at the number',
    body: confirmPhoneCodeSchema,
    answer: channelSchema,
    errors: ['WRONG_PHONE_CODE', 'PHONE_CODE_EXPIRED', 'PHONE_OPTED_OUT'],
    effects: ['sends mail'],
    limits: [perUser(20, HOUR_SECONDS)],
  }),
  receiveTextMessage: defineRoute('POST', TWILIO_PATHS.inbound, 'public', {
    ...ofTwilio,
    summary: 'Receive a text message from Twilio',
    effects: ['sends mail'],
  }),
  receiveTextMessageStatus: defineRoute('POST', TWILIO_PATHS.status, 'public', {
    ...ofTwilio,
    summary: 'Receive the status of a text message from Twilio',
    effects: ['sends mail'],
  }),
} as const;
