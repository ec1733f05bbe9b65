import { Module } from '@nestjs/common';
import { FunnelsModule } from '../funnels/funnels.module.js';
import { IntakeController } from './intake.controller.js';
import { IntakeService } from './intake.service.js';
import { LeadRepository } from './lead.repository.js';

@Module({
  imports: [FunnelsModule],
  providers: [LeadRepository, IntakeService],
  controllers: [IntakeController],
})
export class IntakeModule {}
