import { foreignAreaCodes } from './area-codes.values.js';
import { readPlainLine } from './plain.js';
import { isPlaceholder } from './placeholders.js';
import { andThen, type Reading, refuse } from './reading.js';

export const NOT_A_US_PHONE = 'Enter a US phone number';

const WRITTEN = /^(?:tel: ?)?\+?[\d\s().\-‐‑–—/•·]+$/i;
const EXTENSION = /(?:x|ext|extension|#)[. :]*\d+$/i;
/**
 * A number of the North American Numbering Plan: an area code and an exchange, neither of them an N11, and four digits.
 * Area codes N9X, and the `RESERVED` 37X and 96X, are kept for the expansion of the plan.
 */
const NANP = /^[2-9](?!9)(?!11)\d\d[2-9](?!11)\d{6}$/;
const RESERVED = /^(?:37|96)/;
/**
 * Area codes of services instead of places: toll-free, premium rate (900), personal communications services (5XX),
 * carriers (700) and the government (710). They reach no person. NANPA, "Non-geographic NPAs in service", 2025.
 */
const SERVICES = new Set(
  '800 822 833 844 855 866 877 888 900 700 710 500 521 522 523 524 525 526 527 528 532 533 544 566 577 588'.split(
    ' ',
  ),
);

const FOREIGN = new Set(Object.values(foreignAreaCodes).flatMap((codes) => codes.split(' ')));

/**
 * Reads a phone number of the United States or its territories, however punctuated, and returns it in E.164. Does not
 * check whether the area code is in use, because new ones are added each year; a look-up can.
 */
export const readUsPhone = (text: string): Reading =>
  andThen(readPlainLine(text), (line) => {
    if (isPlaceholder(line)) return undefined;
    if (line.length > 40) return refuse(NOT_A_US_PHONE);
    if (EXTENSION.test(line)) return refuse('Enter a phone number without an extension');
    if (!WRITTEN.test(line)) return refuse(NOT_A_US_PHONE);
    const digits = line.replace(/\D/g, '');
    const isInternational = line.includes('+');
    const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
    if (isInternational && digits.length !== 11) return refuse(NOT_A_US_PHONE);
    if (!NANP.test(national) || RESERVED.test(national)) return refuse(NOT_A_US_PHONE);
    const areaCode = national.slice(0, 3);
    if (SERVICES.has(areaCode)) return refuse("Enter a person's phone number, not one of a service");
    return FOREIGN.has(areaCode) ? refuse(NOT_A_US_PHONE) : `+1${national}`;
  });
