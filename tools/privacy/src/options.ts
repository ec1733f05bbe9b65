import { parseArgs } from 'node:util';
import { leadFields } from '@desk/contracts';

export const USAGE = `usage: npm run privacy -- export|erase [--lead-email EMAIL] [--lead-phone PHONE] [--yes]
  export  prints everything that the system holds about a consumer, as JSON
  erase   removes what identifies the consumer, and says what was removed, what is kept and why
  --yes   erases without asking
  Works while the system runs, and may be repeated.`;

/** A consumer, by the normalized address and number that leads are stored with. */
export interface Person {
  readonly email?: string;
  readonly phone?: string;
}

export interface Options {
  readonly action: 'export' | 'erase';
  readonly person: Person;
  readonly isConfirmed: boolean;
}

/** @throws Error with the usage */
export function parseOptions(args: readonly string[]): Options {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'lead-email': { type: 'string' },
      'lead-phone': { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  const [action, ...rest] = positionals;
  const { 'lead-email': email, 'lead-phone': phone, yes } = values;
  if ((action !== 'export' && action !== 'erase') || rest.length > 0) throw new Error(USAGE);
  if (email === undefined && phone === undefined) throw new Error(USAGE);
  return {
    action,
    isConfirmed: yes,
    person: {
      ...(email === undefined ? {} : { email: toEmail(email) }),
      ...(phone === undefined ? {} : { phone: toPhone(phone) }),
    },
  };
}

function toEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (!leadFields.email.pattern.test(email)) throw new Error('--lead-email is not an email address.');
  return email;
}

/** Accepts a US number in any format. */
function toPhone(text: string): string {
  const phone = `+1${text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')}`;
  if (!leadFields.phone.pattern.test(phone)) throw new Error('--lead-phone is not a US phone number.');
  return phone;
}
