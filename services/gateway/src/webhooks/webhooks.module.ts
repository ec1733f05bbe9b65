import { Module } from '@nestjs/common';
import { EventForwarder } from './event-forwarder.js';
import { SignatureVerifier } from './signature-verifier.js';
import { TwilioController } from './twilio.controller.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  providers: [SignatureVerifier, EventForwarder],
  controllers: [WebhooksController, TwilioController],
})
export class WebhooksModule {}
