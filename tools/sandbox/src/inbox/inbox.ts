import type { Journal, JournalEntry } from '../journal.js';
import { type Mail, parseMail, type RawMail } from './parse-mail.js';
import { RecentItems } from './recent-items.js';

export interface Sms {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly receivedAt: string;
  readonly direction: 'outbound' | 'inbound';
}

export interface SlackMessage {
  readonly id: string;
  /** Path of the incoming webhook, or the channel of `chat.postMessage`. */
  readonly destination: string;
  readonly text: string;
  readonly payload: unknown;
  readonly receivedAt: string;
}

export interface Hook {
  readonly id: string;
  /** Last part of the path: `/hooks/crm` is the hook `crm`. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly receivedAt: string;
}

/** A browser notification. */
export interface Push {
  readonly id: string;
  /** The subscription's id: the last part of its endpoint. */
  readonly subscription: string;
  /** Empty without one. */
  readonly topic: string;
  readonly urgency: string;
  readonly ttlSeconds: number;
  /** What the browser decrypted; null if it could not. */
  readonly text: string | null;
  readonly receivedAt: string;
}

type InboxEntry =
  | { kind: 'raw-mail'; value: RawMail }
  | { kind: 'mail'; value: Mail }
  | { kind: 'sms'; value: Sms }
  | { kind: 'slack'; value: SlackMessage }
  | { kind: 'hook'; value: Hook }
  | { kind: 'push'; value: Push };
export type InboxList = 'mails' | 'sms' | 'slack' | 'hooks' | 'pushes';

/** Stores received emails, SMS, Slack messages, webhooks, and browser notifications. */
export class Inbox {
  /** Those that were parsed; see `parseMails`. */
  readonly mails = new RecentItems<Mail>();
  readonly sms = new RecentItems<Sms>();
  readonly slack = new RecentItems<SlackMessage>();
  readonly hooks = new RecentItems<Hook>();
  readonly pushes = new RecentItems<Push>();
  private readonly unparsed = new RecentItems<RawMail>();
  private readonly byMessageId = new Map<string, string>();
  private readonly optedOut = new Set<string>();

  constructor(
    private readonly journal: () => Journal,
    private readonly changed: () => void,
  ) {}

  /** Resolves once the email is durable, so that an accepted email is never lost. */
  receiveMail(mail: RawMail): Promise<void> {
    return this.store({ kind: 'raw-mail', value: mail });
  }

  /** Parses what has arrived since the last call. Call it before reading `mails`. */
  async parseMails(): Promise<void> {
    for (const raw of this.unparsed.list()) {
      const mail = await parseMail(raw);
      // Another call may have been faster.
      if (this.unparsed.delete(raw.id)) this.putMail(mail);
    }
  }

  receiveSms(sms: Sms): Promise<void> {
    return this.store({ kind: 'sms', value: sms });
  }

  receiveSlack(message: SlackMessage): Promise<void> {
    return this.store({ kind: 'slack', value: message });
  }

  receiveHook(hook: Hook): Promise<void> {
    return this.store({ kind: 'hook', value: hook });
  }

  receivePush(push: Push): Promise<void> {
    return this.store({ kind: 'push', value: push });
  }

  /** Whether this phone sent STOP to this number, and no START since. */
  hasOptedOut(phone: string, number: string): boolean {
    return this.optedOut.has(`${phone} ${number}`);
  }

  async clear(kind: InboxList): Promise<void> {
    this.journal().write({ kind: 'forget', value: kind });
    this.drop(kind);
    await this.journal().durable();
    this.changed();
  }

  restore(entry: JournalEntry): void {
    if (entry.kind === 'forget') this.drop(entry.value as InboxList);
    else this.put(entry as InboxEntry);
  }

  *snapshot(): Iterable<JournalEntry> {
    for (const value of this.mails.list()) yield { kind: 'mail', value };
    for (const value of this.unparsed.list()) yield { kind: 'raw-mail', value };
    for (const value of this.sms.list()) yield { kind: 'sms', value };
    for (const value of this.slack.list()) yield { kind: 'slack', value };
    for (const value of this.hooks.list()) yield { kind: 'hook', value };
    for (const value of this.pushes.list()) yield { kind: 'push', value };
  }

  private async store(entry: InboxEntry): Promise<void> {
    this.put(entry);
    this.journal().write(entry);
    await this.journal().durable();
    this.changed();
  }

  private put(entry: InboxEntry): void {
    if (entry.kind === 'raw-mail') this.unparsed.put(entry.value);
    else if (entry.kind === 'mail') this.index(entry.value);
    else if (entry.kind === 'sms') {
      this.sms.put(entry.value);
      this.applyKeyword(entry.value);
    } else if (entry.kind === 'slack') this.slack.put(entry.value);
    else if (entry.kind === 'hook') this.hooks.put(entry.value);
    else this.pushes.put(entry.value);
  }

  private putMail(mail: Omit<Mail, 'count' | 'lastReceivedAt'>): void {
    const existingId = mail.messageId === '' ? undefined : this.byMessageId.get(mail.messageId);
    const existing = existingId === undefined ? undefined : this.mails.get(existingId);
    this.index(
      existing
        ? { ...existing, count: existing.count + 1, lastReceivedAt: mail.receivedAt }
        : { ...mail, count: 1, lastReceivedAt: mail.receivedAt },
    );
  }

  private index(mail: Mail): void {
    const dropped = this.mails.put(mail);
    if (dropped) this.byMessageId.delete(dropped.messageId);
    if (mail.messageId !== '') this.byMessageId.set(mail.messageId, mail.id);
  }

  private applyKeyword({ direction, from, to, body }: Sms): void {
    if (direction !== 'inbound') return;
    const keyword = body.trim().toUpperCase();
    if (['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'].includes(keyword))
      this.optedOut.add(`${from} ${to}`);
    if (['START', 'YES', 'UNSTOP'].includes(keyword)) this.optedOut.delete(`${from} ${to}`);
  }

  private drop(kind: InboxList): void {
    this[kind].clear();
    if (kind !== 'mails') return;
    this.unparsed.clear();
    this.byMessageId.clear();
  }
}
