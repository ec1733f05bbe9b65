import { setting } from '@desk/service-kit';
import { string } from 'yup';

const isSet = (name: string, parent: unknown): boolean => Boolean((parent as Record<string, unknown>)[name]);

/** Without them, this system sends no text messages. */
export const twilioSettings = {
  TWILIO_ACCOUNT_SID: string()
    .matches(/^AC[0-9a-f]{32}$/, "Twilio's account SID must be AC and 32 hexadecimal digits")
    .test(
      'complete',
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and either TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID belong together',
      (value, { parent }) => {
        const senders = ['TWILIO_FROM', 'TWILIO_MESSAGING_SERVICE_SID'].filter((name) => isSet(name, parent));
        const isComplete = isSet('TWILIO_AUTH_TOKEN', parent) && senders.length === 1;
        const isEmpty = !isSet('TWILIO_AUTH_TOKEN', parent) && senders.length === 0;
        return value === undefined ? isEmpty : isComplete;
      },
    )
    .meta({ description: "Twilio's account SID. Without it, no text messages are sent" }),
  TWILIO_AUTH_TOKEN: string()
    .min(32, "Twilio's auth token must have at least 32 characters")
    .meta({ description: "Twilio's auth token" }),
  TWILIO_FROM: string()
    .matches(
      /^(\+1\d{10}|\d{5,6})$/,
      'the sender of text messages must be a US number in E.164, or a short code',
    )
    .meta({ description: 'The number that text messages come from: a US number in E.164, or a short code' }),
  TWILIO_MESSAGING_SERVICE_SID: string()
    .matches(/^MG[0-9a-f]{32}$/, "Twilio's messaging service SID must be MG and 32 hexadecimal digits")
    .meta({ description: "Twilio's messaging service, instead of TWILIO_FROM" }),
  TWILIO_API_BASE: setting.providerAddress('Twilio'),
};
