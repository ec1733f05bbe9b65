import { routes } from '@desk/contracts';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import type { HttpEnv } from '../http/http-settings.js';
import type { cardFormSettings } from './card-form-settings.js';
import { HandleRoute, type RouteAnswer } from '../http/handle-route.js';

/** Public settings for loading the card provider's script. None of them is secret. */
@Controller()
export class ConfigController {
  constructor(
    @InjectEnv() private readonly env: SettingsOf<typeof cardFormSettings> & Pick<HttpEnv, 'STRIPE_JS_URL'>,
  ) {}

  @HandleRoute(routes.getConfig)
  getConfig(): RouteAnswer<'getConfig'> {
    const { STRIPE_PUBLISHABLE_KEY: stripePublishableKey, STRIPE_JS_URL: stripeJsUrl } = this.env;
    return { stripePublishableKey, stripeJsUrl };
  }
}
