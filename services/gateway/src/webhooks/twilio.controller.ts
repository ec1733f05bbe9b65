import { createHmac, timingSafeEqual } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import { acceptTwilioRequest, DomainError, routes } from '@desk/contracts';
import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { rawBodyOf } from '../http/body-parsing.js';
import { escapeXml } from '../http/escape-xml.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import type { webhookSettings } from './webhook-settings.js';

/**
 * Whether Twilio signed this form for this URL (twilio.com/docs/usage/webhooks/webhooks-security). The SDK has the same,
 * and weighs 21 MB; the notifier, which needs it anyway, checks again. A unit test compares the two.
 */
export function isSignedByTwilio(
  authToken: string,
  { url, form, signature }: { readonly url: string; readonly form: string; readonly signature: string },
): boolean {
  const fields = new URLSearchParams(form);
  const names = [...new Set(fields.keys())].sort();
  const signed = names.flatMap((name) =>
    [...new Set(fields.getAll(name))].sort().map((value) => name + value),
  );
  const expected = createHmac('sha1', authToken)
    .update([url, ...signed].join(''), 'utf8')
    .digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Returns Twilio's markup for a reply; without one, nothing is sent. */
export function toTwiml(reply: string | null): string {
  const message = reply === null ? '' : `<Message>${escapeXml(reply)}</Message>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`;
}

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
