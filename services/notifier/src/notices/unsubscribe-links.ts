import { timingSafeEqual } from 'node:crypto';
import { type OptionalNotice, optionalNotices, UNSUBSCRIBE_PATH } from '@desk/contracts';
import { DataCipher, InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';

const PURPOSE = 'unsubscribe link';

interface Unsubscription {
  readonly notice: OptionalNotice;
  readonly userId: string;
}

const toText = ({ notice, userId }: Unsubscription): string => `${notice} ${userId}`;

/** Links that turn off one kind of email without a sign-in. They are signed, and valid as long as the data key. */
@Injectable()
export class UnsubscribeLinks {
  constructor(
    private readonly cipher: DataCipher,
    @InjectEnv() private readonly env: SettingsOf<typeof siteSettings>,
  ) {}

  toUrl(unsubscription: Unsubscription): string {
    const { notice, userId } = unsubscription;
    const url = new URL(UNSUBSCRIBE_PATH, this.env.PUBLIC_URL);
    const signature = this.cipher.digest(toText(unsubscription), PURPOSE);
    url.searchParams.set('token', `${notice}.${userId}.${signature}`);
    return url.href;
  }

  /** Returns undefined unless one of our keys signed exactly this. */
  read(token: string): Unsubscription | undefined {
    const [name, userId = '', signature = ''] = token.split('.');
    const notice = optionalNotices.find((known) => known === name);
    if (notice === undefined) return undefined;
    const given = Buffer.from(signature);
    const isSigned = this.cipher
      .digests(toText({ notice, userId }), PURPOSE)
      .map((digest) => Buffer.from(digest))
      .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
    return isSigned ? { notice, userId } : undefined;
  }
}
