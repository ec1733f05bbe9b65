import { Module } from '@nestjs/common';
import { DocumentsController } from './documents.controller.js';
import { StatementService } from './statement.service.js';

@Module({ providers: [StatementService], controllers: [DocumentsController], exports: [StatementService] })
export class DocumentsModule {}
