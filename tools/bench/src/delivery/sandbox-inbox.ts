interface StoredMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

interface StoredText {
  readonly to: string;
  readonly body: string;
}

interface StoredSlackPost {
  readonly text: string;
  readonly payload: { readonly blocks?: readonly object[] };
}

/** A lead as each recipient got it, so that the SDKs alone can send the same. */
export interface LeadMessages {
  readonly mail: StoredMail;
  readonly text: string;
  readonly slack: { readonly text: string; readonly blocks: readonly object[] };
  readonly hook: string;
}

/** Reads what arrived at the sandbox; see its README. */
export class SandboxInbox {
  constructor(private readonly url: string) {}

  async texts(): Promise<StoredText[]> {
    return (await this.get<{ sms: StoredText[] }>('/sandbox/sms')).sms;
  }

  /** Returns the newest lead on each channel. */
  async leadMessages(): Promise<LeadMessages> {
    const { mails } = await this.get<{ mails: StoredMail[] }>('/sandbox/mails');
    const { slack } = await this.get<{ slack: StoredSlackPost[] }>('/sandbox/slack');
    const { hooks } = await this.get<{ hooks: { body: string }[] }>('/sandbox/hooks');
    const mail = mails.findLast(({ text }) => /^Lead: /m.test(text));
    const text = (await this.texts()).findLast(({ body }) => body.includes('/leads/'));
    const post = slack.findLast(({ payload }) => payload.blocks !== undefined);
    const hook = hooks.at(-1);
    if (!mail || !text || !post || !hook) throw new Error('a lead did not arrive on every channel');
    return {
      mail,
      text: text.body,
      slack: { text: post.text, blocks: post.payload.blocks ?? [] },
      hook: hook.body,
    };
  }

  private async get<T>(path: string): Promise<T> {
    const answer = await fetch(`${this.url}${path}`);
    if (!answer.ok) throw new Error(`sandbox: GET ${path}: ${answer.status}`);
    return (await answer.json()) as T;
  }
}
