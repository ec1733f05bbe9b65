import { configAnswer } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { Controller, Get } from '@nestjs/common';
import { Documented } from '../openapi/documented.js';
import { Access } from '../auth/access.js';
import type { GatewayEnv } from '../env.js';

/** What the browser must know to load the card provider's script. Nothing of it is secret. */
@Controller('api/config')
@Access('public')
export class ConfigController {
  constructor(@InjectEnv() private readonly env: GatewayEnv) {}

  @Get()
  @Documented({ summary: 'What the browser needs for the card form', answer: configAnswer })
  config(): { stripePublishableKey: string; stripeJsUrl: string } {
    const { STRIPE_PUBLISHABLE_KEY: stripePublishableKey, STRIPE_JS_URL: stripeJsUrl } = this.env;
    return { stripePublishableKey, stripeJsUrl };
  }
}
