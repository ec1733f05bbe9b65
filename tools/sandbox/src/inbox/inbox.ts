import { newId } from '../ids.js';
import type { Journal, JournalEntry } from '../journal.js';
import { type Mail, parseMail, type RawMail } from './parse-mail.js';
import { byId, RecentItems } from './recent-items.js';

interface Item {
  readonly id: string;
  readonly receivedAt: string;
}

export interface Sms extends Item {
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly direction: 'outbound' | 'inbound';
}

interface SlackMessage extends Item {
  /** The channel of `chat.postMessage`. */
  readonly destination: string;
  readonly text: string;
  readonly payload: unknown;
}

interface Hook extends Item {
  /** Last part of the path: `/hooks/crm` is the hook `crm`. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A browser notification. */
interface Push extends Item {
  /** The subscription's id: the last part of its endpoint. */
  readonly subscription: string;
  /** Empty without one. */
  readonly topic: string;
  readonly urgency: string;
  readonly ttlSeconds: number;
  /** What the browser decrypted; null if it could not. */
  readonly text: string | null;
}

interface Received {
  unparsed: RawMail;
  sms: Sms;
  slack: SlackMessage;
  hooks: Hook;
  pushes: Push;
}
type New<T extends Item> = Omit<T, keyof Item> & Partial<Item>;

export const inboxLists = ['mails', 'sms', 'slack', 'hooks', 'pushes'] as const;

const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'];
const START_WORDS = ['START', 'YES', 'UNSTOP'];

/** Stores received emails, SMS, Slack messages, webhooks, and browser notifications. */
export class Inbox {
  /** Those that were parsed; see `parseMails`. */
  readonly mails = new RecentItems<Mail>(byId);
  readonly sms = new RecentItems<Sms>(byId);
  readonly slack = new RecentItems<SlackMessage>(byId);
  readonly hooks = new RecentItems<Hook>(byId);
  readonly pushes = new RecentItems<Push>(byId);
  private readonly unparsed = new RecentItems<RawMail>(byId);
  private readonly byMessageId = new Map<string, string>();
  private readonly optedOut = new Set<string>();

  constructor(
    private readonly journal: () => Journal,
    private readonly changed: () => void,
  ) {}

  /** Resolves once the item is durable, so that an accepted message is never lost. */
  async receive<Kind extends keyof Received>(kind: Kind, item: New<Received[Kind]>): Promise<Received[Kind]> {
    const value = { id: newId(kind), receivedAt: new Date().toISOString(), ...item } as Received[Kind];
    const entry = { kind, value };
    this.restore(entry);
    this.journal().write(entry);
    await this.journal().durable();
    this.changed();
    return value;
  }

  /** Parses what has arrived since the last call. Call it before reading `mails`. */
  async parseMails(): Promise<void> {
    for (const raw of this.unparsed.list()) {
      const mail = await parseMail(raw);
      // Another call may have been faster.
      if (this.unparsed.delete(raw.id)) this.putMail(mail);
    }
  }

  /** Whether this phone sent STOP to this number, and no START since. */
  hasOptedOut(phone: string, number: string): boolean {
    return this.optedOut.has(`${phone} ${number}`);
  }

  restore({ kind, value }: JournalEntry): void {
    if (kind === 'mails') this.index(value as Mail);
    else {
      (this[kind as keyof Received] as unknown as RecentItems<unknown>).put(value);
      if (kind === 'sms') this.applyKeyword(value as Sms);
    }
  }

  *snapshot(): Iterable<JournalEntry> {
    for (const kind of ['unparsed', ...inboxLists] as const)
      for (const value of this[kind].list()) yield { kind, value };
  }

  private putMail(mail: Omit<Mail, 'count' | 'lastReceivedAt'>): void {
    const existing = this.mails.get(this.byMessageId.get(mail.messageId) ?? '');
    this.index({ ...(existing ?? mail), count: (existing?.count ?? 0) + 1, lastReceivedAt: mail.receivedAt });
  }

  private index(mail: Mail): void {
    const dropped = this.mails.put(mail);
    if (dropped) this.byMessageId.delete(dropped.messageId);
    if (mail.messageId !== '') this.byMessageId.set(mail.messageId, mail.id);
  }

  private applyKeyword({ direction, from, to, body }: Sms): void {
    if (direction !== 'inbound') return;
    const keyword = body.trim().toUpperCase();
    if (STOP_WORDS.includes(keyword)) this.optedOut.add(`${from} ${to}`);
    if (START_WORDS.includes(keyword)) this.optedOut.delete(`${from} ${to}`);
  }
}
