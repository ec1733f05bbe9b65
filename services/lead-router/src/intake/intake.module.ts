import { Module } from '@nestjs/common';
import { FunnelsModule } from '../funnels/funnels.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { FingerprintRepository } from './fingerprint.repository.js';
import { IntakeController } from './intake.controller.js';
import { IntakeService } from './intake.service.js';
import { DemandService } from './demand.service.js';
import { LeadRepository } from './lead.repository.js';
import { TestIntakeService } from './test-intake.service.js';
import { TestLeadRepository } from './test-lead.repository.js';

@Module({
  imports: [FunnelsModule, RoutingModule],
  providers: [
    LeadRepository,
    FingerprintRepository,
    TestLeadRepository,
    TestIntakeService,
    IntakeService,
    DemandService,
  ],
  controllers: [IntakeController],
})
export class IntakeModule {}
