import type { Exchange, Reply } from '../http/exchange.js';
import { rejectTwilio } from './twilio-refusals.js';

const PATH = /^\/v2\/PhoneNumbers\/([^/]+)$/;

export const isLookup = (path: string): boolean => PATH.test(path);

/** Last digits of numbers that are not mobile ones, so that tests can ask for each answer. */
const lineTypes: Readonly<Record<string, string | null>> = {
  '01': 'landline',
  '02': 'nonFixedVoip',
  '03': 'tollFree',
  '04': null,
};
const NOT_VALID = '00';

/** Handles Twilio Lookup v2 with line type intelligence (twilio.com/docs/lookup/v2-api). */
export function handleLookup(exchange: Exchange): Reply {
  const phone = decodeURIComponent(PATH.exec(exchange.path)?.[1] ?? '');
  if (exchange.method !== 'GET') return rejectTwilio(405, 20004, 'Method not allowed');
  if (!/^\+?\d{5,15}$/.test(phone)) return rejectTwilio(404, 20404, 'The requested resource was not found');
  const ending = phone.slice(-2);
  const isValid = ending !== NOT_VALID;
  const lineType = Object.hasOwn(lineTypes, ending) ? lineTypes[ending] : 'mobile';
  return {
    status: 200,
    json: {
      calling_country_code: isValid ? '1' : null,
      country_code: isValid ? 'US' : null,
      phone_number: phone,
      national_format: isValid ? phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3') : null,
      valid: isValid,
      validation_errors: isValid ? [] : ['INVALID_LENGTH'],
      caller_name: null,
      sim_swap: null,
      call_forwarding: null,
      line_status: null,
      line_type_intelligence: isValid
        ? {
            carrier_name: lineType === null ? null : 'Sandbox Telecom',
            error_code: lineType === null ? 60600 : null,
            mobile_country_code: lineType === 'mobile' ? '310' : null,
            mobile_network_code: lineType === 'mobile' ? '150' : null,
            type: lineType,
          }
        : null,
      url: `https://lookups.twilio.com/v2/PhoneNumbers/${phone}`,
    },
  };
}
