import type { Journal, JournalEntry } from '../journal.js';
import { Shelf } from './shelf.js';

export interface Mail {
  readonly id: string;
  /** Empty when the mail had none. */
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  /** ISO with milliseconds, when the whole mail had arrived. */
  readonly receivedAt: string;
  readonly lastReceivedAt: string;
  /** How often this Message-ID was delivered. */
  readonly count: number;
}

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

type Kept =
  { kind: 'mail'; value: Mail } | { kind: 'sms'; value: Sms } | { kind: 'slack'; value: SlackMessage };

/** Everything that arrived by mail, SMS and Slack. */
export class Inbox {
  readonly mails = new Shelf<Mail>();
  readonly sms = new Shelf<Sms>();
  readonly slack = new Shelf<SlackMessage>();
  private readonly byMessageId = new Map<string, string>();
  private readonly stopped = new Set<string>();

  constructor(
    private readonly journal: () => Journal,
    private readonly changed: () => void,
  ) {}

  /** Resolves when the mail is kept, so that a taken mail is never lost. */
  async receiveMail(mail: Omit<Mail, 'count' | 'lastReceivedAt'>): Promise<Mail> {
    const known = mail.messageId === '' ? undefined : this.byMessageId.get(mail.messageId);
    const before = known === undefined ? undefined : this.mails.get(known);
    const kept: Mail = before
      ? { ...before, count: before.count + 1, lastReceivedAt: mail.receivedAt }
      : { ...mail, count: 1, lastReceivedAt: mail.receivedAt };
    await this.keep({ kind: 'mail', value: kept });
    return kept;
  }

  receiveSms(sms: Sms): Promise<void> {
    return this.keep({ kind: 'sms', value: sms });
  }

  receiveSlack(message: SlackMessage): Promise<void> {
    return this.keep({ kind: 'slack', value: message });
  }

  /** Whether this person wrote STOP to this number and not START since. */
  hasStopped(person: string, number: string): boolean {
    return this.stopped.has(`${person} ${number}`);
  }

  async forget(what: 'mails' | 'sms' | 'slack'): Promise<void> {
    this.journal().write({ kind: 'forget', value: what });
    this.drop(what);
    await this.journal().durable();
    this.changed();
  }

  restore(entry: JournalEntry): void {
    if (entry.kind === 'forget') this.drop(entry.value as 'mails' | 'sms' | 'slack');
    else this.put(entry as Kept);
  }

  *snapshot(): Iterable<JournalEntry> {
    for (const value of this.mails.all()) yield { kind: 'mail', value };
    for (const value of this.sms.all()) yield { kind: 'sms', value };
    for (const value of this.slack.all()) yield { kind: 'slack', value };
  }

  private async keep(entry: Kept): Promise<void> {
    this.put(entry);
    this.journal().write(entry);
    await this.journal().durable();
    this.changed();
  }

  private put(entry: Kept): void {
    if (entry.kind === 'mail') {
      const gone = this.mails.put(entry.value);
      if (gone) this.byMessageId.delete(gone.messageId);
      if (entry.value.messageId !== '') this.byMessageId.set(entry.value.messageId, entry.value.id);
    } else if (entry.kind === 'sms') {
      this.sms.put(entry.value);
      this.noteWord(entry.value);
    } else this.slack.put(entry.value);
  }

  private noteWord({ direction, from, to, body }: Sms): void {
    if (direction !== 'inbound') return;
    const word = body.trim().toUpperCase();
    if (['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'].includes(word))
      this.stopped.add(`${from} ${to}`);
    if (['START', 'YES', 'UNSTOP'].includes(word)) this.stopped.delete(`${from} ${to}`);
  }

  private drop(what: 'mails' | 'sms' | 'slack'): void {
    this[what].clear();
    if (what === 'mails') this.byMessageId.clear();
  }
}
