import { Module } from '@nestjs/common';
import { AdminController } from './admin.controller.js';
import { OptionalQuery } from '../http/tolerant-client.js';
import { AdminDeliveriesController } from './deliveries.controller.js';
import { FailedDeliveriesService } from './failed-deliveries.service.js';
import { AdminIntegrationsController } from './integrations.controller.js';
import { LeadHistoryService } from './lead-ledger.service.js';
import { AdminLeadsController } from './leads.controller.js';
import { NamesService } from './names.service.js';
import { PaymentsService } from './payments.service.js';

@Module({
  providers: [OptionalQuery, NamesService, PaymentsService, LeadHistoryService, FailedDeliveriesService],
  controllers: [
    AdminController,
    AdminLeadsController,
    AdminIntegrationsController,
    AdminDeliveriesController,
  ],
})
export class AdminModule {}
