import { Sealer } from '@desk/bullmq-transport';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { NotifierEnv } from '../env.js';

/** Links that let their holder act for a user are not readable in the table. */
@Injectable()
export class LinkSeal {
  private readonly sealer: Sealer;

  constructor(@InjectEnv() env: NotifierEnv) {
    this.sealer = new Sealer(env.MESSAGE_KEYS);
  }

  close(mailId: string, link: string): string {
    return this.sealer.seal(link, `link of account mail ${mailId}`);
  }

  open(mailId: string, sealed: string): string {
    return this.sealer.open(sealed, `link of account mail ${mailId}`);
  }
}
