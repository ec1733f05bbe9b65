import { Module } from '@nestjs/common';
import { UndeliverableLeadsController } from './undeliverable-leads.controller.js';

@Module({ controllers: [UndeliverableLeadsController] })
export class UndeliverableLeadsModule {}
