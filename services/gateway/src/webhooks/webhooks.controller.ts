import { CommandClient } from '@desk/bullmq-transport';
import { acceptProviderEvent, DomainError, receivedAnswer } from '@desk/contracts';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Access } from '../auth/access.js';
import { rawBodyOf } from '../http/body-parsing.js';
import { Documented } from '../openapi/documented.js';

@Controller('api/webhooks')
export class WebhooksController {
  constructor(private readonly commands: CommandClient) {}

  /** Billing checks the signature over the bytes as they came, and answers after the event is stored. */
  @Post('stripe')
  @Access('public')
  @HttpCode(200)
  @Documented({
    summary: 'Events of the card provider',
    answer: receivedAnswer,
    errors: ['INVALID_SIGNATURE'],
  })
  async stripe(@Req() request: Request): Promise<{ received: true }> {
    const signature = request.get('stripe-signature');
    if (signature === undefined) throw new DomainError('INVALID_SIGNATURE');
    await this.commands.send(acceptProviderEvent, {
      rawBody: rawBodyOf(request).toString('utf8'),
      signature,
    });
    return { received: true };
  }
}
