import { CommandClient } from '@desk/bullmq-transport';
import { acceptTwilioRequest, DomainError, routes } from '@desk/contracts';
import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import type { webhookSettings } from './webhook-settings.js';
import { rawBodyOf } from '../http/body-parsing.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { toTwiml } from './twiml.js';
import { isSignedByTwilio } from './twilio-signature.js';

@Controller()
export class TwilioController {
  constructor(
    private readonly commands: CommandClient,
    @InjectEnv() private readonly env: SettingsOf<typeof webhookSettings & typeof siteSettings>,
  ) {}

  @HandleRoute(routes.receiveTextMessage)
  receiveTextMessage(input: RouteInput<'receiveTextMessage'>): Promise<void> {
    return this.accept(input);
  }

  @HandleRoute(routes.receiveTextMessageStatus)
  receiveTextMessageStatus(input: RouteInput<'receiveTextMessageStatus'>): Promise<void> {
    return this.accept(input);
  }

  /** Answers once the notifier has stored what the request means. Nothing unsigned is sent to it. */
  private async accept({ request, response }: RouteInput<'receiveTextMessage'>): Promise<void> {
    const { TWILIO_AUTH_TOKEN: authToken, PUBLIC_URL } = this.env;
    if (authToken === undefined) throw new DomainError('SMS_UNAVAILABLE');
    const form = rawBodyOf(request).toString('utf8');
    const signature = request.get('x-twilio-signature') ?? '';
    const target = request.originalUrl;
    // The URL that Twilio was given, whatever proxies are in between.
    const url = PUBLIC_URL.replace(/\/$/, '') + target;
    if (!isSignedByTwilio(authToken, { url, form, signature })) throw new DomainError('INVALID_SIGNATURE');
    const { reply } = await this.commands.send(acceptTwilioRequest, { target, form, signature });
    response.type('text/xml').send(toTwiml(reply));
  }
}
