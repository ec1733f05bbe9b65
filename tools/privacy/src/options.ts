import { parseArgs } from 'node:util';
import { isUuid, leadFields } from '@desk/contracts';

export const USAGE = `usage: npm run privacy -- export|erase [--lead-email EMAIL] [--lead-phone PHONE] [--output FILE] [--yes]
       npm run privacy -- export|erase --agent-email EMAIL | --agent-id ID [--output FILE] [--yes]
  export    everything that the system holds about a consumer (printed) or an agent (agent-ID.json), as JSON
  erase     removes what identifies the person, and says what was removed, what is kept and why
  EMAIL and PHONE may be - or @FILE: then they are a line of standard input or of a file, which other users of this machine do
  not see.
  --output  writes the export to this new file, which only you can read; - prints it
  --yes     erases without asking
  Works while the system runs, and may be repeated. For a system that \`npm start\` did not start, see
  docs/operations/privacy.md.`;

/** A consumer, by the normalized address and number that leads are stored with. */
export interface Person {
  readonly email?: string;
  readonly phone?: string;
}

/** How an operator names an agent. An erased one is found by id only. */
export type AgentName = { readonly email: string } | { readonly id: string };

export type Subject =
  | { readonly kind: 'consumer'; readonly person: Person }
  | { readonly kind: 'agent'; readonly agent: AgentName };

export interface Options {
  readonly action: 'export' | 'erase';
  readonly subject: Subject;
  readonly isConfirmed: boolean;
  readonly output?: string;
}

const flags = {
  'lead-email': { type: 'string' },
  'lead-phone': { type: 'string' },
  'agent-email': { type: 'string' },
  'agent-id': { type: 'string' },
  output: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const;

/** Flags whose values name a person. */
export const PERSONAL_FLAGS: readonly string[] = ['--lead-email', '--lead-phone', '--agent-email'];

type Values = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values'];

/** @throws Error with the usage */
export function parseOptions(args: readonly string[]): Options {
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options: flags });
  const [action, ...rest] = positionals;
  if ((action !== 'export' && action !== 'erase') || rest.length > 0) throw new Error(USAGE);
  const { output, yes } = values;
  return {
    action,
    subject: toSubject(values),
    isConfirmed: yes,
    ...(output === undefined ? {} : { output }),
  };
}

function toSubject(values: Values): Subject {
  const { 'lead-email': email, 'lead-phone': phone, 'agent-email': agentEmail, 'agent-id': id } = values;
  const kinds = [email ?? phone, agentEmail, id].filter((value) => value !== undefined);
  if (kinds.length !== 1) throw new Error(USAGE);
  if (agentEmail !== undefined)
    return { kind: 'agent', agent: { email: toEmail('--agent-email', agentEmail) } };
  if (id !== undefined) return { kind: 'agent', agent: { id: toId(id) } };
  return {
    kind: 'consumer',
    person: {
      ...(email === undefined ? {} : { email: toEmail('--lead-email', email) }),
      ...(phone === undefined ? {} : { phone: toPhone(phone) }),
    },
  };
}

function toEmail(flag: string, text: string): string {
  const email = text.trim().toLowerCase();
  if (!leadFields.email.pattern.test(email)) throw new Error(`${flag} is not an email address.`);
  return email;
}

function toId(text: string): string {
  const id = text.trim().toLowerCase();
  if (!isUuid(id)) throw new Error('--agent-id is not an id.');
  return id;
}

/** Accepts a US number in any format. */
function toPhone(text: string): string {
  const phone = `+1${text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')}`;
  if (!leadFields.phone.pattern.test(phone)) throw new Error('--lead-phone is not a US phone number.');
  return phone;
}
