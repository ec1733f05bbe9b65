import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { ComponentCheckRepository } from './component-check.repository.js';
import { IncidentRepository } from './incident.repository.js';
import { IncidentsService } from './incidents.service.js';
import { StatusController } from './status.controller.js';

@Module({
  imports: [AuditModule, CredentialsModule],
  providers: [ComponentCheckRepository, IncidentRepository, IncidentsService],
  controllers: [StatusController],
})
export class StatusModule {}
