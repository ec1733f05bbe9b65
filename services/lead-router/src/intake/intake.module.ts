import { Module } from '@nestjs/common';
import { FunnelsModule } from '../funnels/funnels.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { FingerprintRepository } from './fingerprint.repository.js';
import { IntakeController } from './intake.controller.js';
import { IntakeService } from './intake.service.js';
import { LeadRepository } from './lead.repository.js';

@Module({
  imports: [FunnelsModule, RoutingModule],
  providers: [LeadRepository, FingerprintRepository, IntakeService],
  controllers: [IntakeController],
})
export class IntakeModule {}
