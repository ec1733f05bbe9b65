import { Module } from '@nestjs/common';
import { SignatureVerifier } from './signature-verifier.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({ providers: [SignatureVerifier], controllers: [WebhooksController] })
export class WebhooksModule {}
