import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Numbers of these kinds receive no text messages. */
const WITHOUT_TEXTS: readonly (string | undefined)[] = ['TOLL_FREE', 'PREMIUM_RATE', 'SHARED_COST', 'UAN'];

/** Returns a number as people write it in E.164; undefined unless it is a US number that may receive text messages. */
export function parseUsPhone(text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false });
  if (phone?.country !== 'US' || !phone.isValid() || phone.ext !== undefined) return undefined;
  return WITHOUT_TEXTS.includes(phone.getType()) ? undefined : phone.number;
}
