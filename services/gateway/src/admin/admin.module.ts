import { Module } from '@nestjs/common';
import { BuyersModule } from '../buyers/buyers.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { OptionalQuery } from '../http/optional-query.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { AdminAuditController } from './audit/audit.controller.js';
import { AdminDeliveriesController } from './deliveries/deliveries.controller.js';
import { AdminDocumentsController } from './documents/documents.controller.js';
import { DeliveryLogService } from './deliveries/delivery-log.service.js';
import { AdminDisputesController } from './disputes/disputes.controller.js';
import { DisputesService } from './disputes/disputes.service.js';
import { AdminFailedMessagesController } from './failed-messages/failed-messages.controller.js';
import { FailedMessagesService } from './failed-messages/failed-messages.service.js';
import { AdminQueuesController } from './queues/queues.controller.js';
import { QueuesService } from './queues/queues.service.js';
import { AdminFunnelsController } from './funnels/funnels.controller.js';
import { AdminIncidentsController } from './incidents/incidents.controller.js';
import { AdminIntegrationsController } from './integrations/integrations.controller.js';
import { AdminLeadHistoryController } from './lead-history/lead-history.controller.js';
import { LeadHistoryService } from './lead-history/lead-history.service.js';
import { LeadTimelineService } from './lead-history/lead-timeline.service.js';
import { NamesService } from '../names/names.service.js';
import { AdminPaymentsController } from './payments/payments.controller.js';
import { PaymentsService } from './payments/payments.service.js';
import { AdminProblemReportsController } from './problem-reports/problem-reports.controller.js';
import { AdminBalanceController } from './balance/balance.controller.js';
import { AdminReconciliationController } from './reconciliation/reconciliation.controller.js';
import { UserPageService } from './users/user-page.service.js';
import { AdminUsersController } from './users/users.controller.js';
import { AdminWaitingLeadsController } from './waiting-leads/waiting-leads.controller.js';

@Module({
  imports: [BuyersModule, DocumentsModule, IngestModule],
  providers: [
    OptionalQuery,
    NamesService,
    PaymentsService,
    DisputesService,
    LeadHistoryService,
    LeadTimelineService,
    DeliveryLogService,
    FailedMessagesService,
    QueuesService,
    UserPageService,
  ],
  controllers: [
    AdminUsersController,
    AdminAuditController,
    AdminPaymentsController,
    AdminDisputesController,
    AdminProblemReportsController,
    AdminDocumentsController,
    AdminBalanceController,
    AdminReconciliationController,
    AdminLeadHistoryController,
    AdminIncidentsController,
    AdminWaitingLeadsController,
    AdminIntegrationsController,
    AdminFunnelsController,
    AdminDeliveriesController,
    AdminFailedMessagesController,
    AdminQueuesController,
  ],
})
export class AdminModule {}
