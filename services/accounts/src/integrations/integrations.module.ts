import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { IntegrationsController } from './integrations.controller.js';
import { IntegrationsService } from './integrations.service.js';

@Module({ imports: [AuditModule], providers: [IntegrationsService], controllers: [IntegrationsController] })
export class IntegrationsModule {}
