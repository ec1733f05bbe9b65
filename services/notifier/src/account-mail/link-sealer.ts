import { Sealer } from '@desk/bullmq-transport';
import { type CommonEnv, InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';

/** Encrypts links that let their holder act for a user, so that the table does not reveal them. */
@Injectable()
export class LinkSealer {
  private readonly sealer: Sealer;

  constructor(@InjectEnv() env: Pick<CommonEnv, 'MESSAGE_KEYS'>) {
    this.sealer = new Sealer('notifier', env.MESSAGE_KEYS);
  }

  seal(mailId: string, link: string): string {
    return this.sealer.seal(link, toContext(mailId), 'notifier');
  }

  /** Throws if the link was sealed for another email. */
  open(mailId: string, sealed: string): string {
    return this.sealer.open(sealed, toContext(mailId)).text;
  }
}

const toContext = (mailId: string): string => `link of account mail ${mailId}`;
