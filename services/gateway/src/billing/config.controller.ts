import { routes } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import type { GatewayEnv } from '../env.js';
import { HandleRoute, type RouteAnswer } from '../http/handle-route.js';

/** Public settings for loading the card provider's script. None of them is secret. */
@Controller()
export class ConfigController {
  constructor(@InjectEnv() private readonly env: GatewayEnv) {}

  @HandleRoute(routes.getConfig)
  getConfig(): RouteAnswer<'getConfig'> {
    const { STRIPE_PUBLISHABLE_KEY: stripePublishableKey, STRIPE_JS_URL: stripeJsUrl } = this.env;
    return { stripePublishableKey, stripeJsUrl };
  }
}
