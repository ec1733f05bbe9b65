import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { IntegrationsController } from './integrations.controller.js';
import { IntegrationsRepository } from './integrations.repository.js';
import { IntegrationsService } from './integrations.service.js';

@Module({
  imports: [AuditModule],
  providers: [IntegrationsRepository, IntegrationsService],
  controllers: [IntegrationsController],
})
export class IntegrationsModule {}
