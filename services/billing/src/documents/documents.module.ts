import { Module } from '@nestjs/common';
import { DocumentIssuer } from './document-issuer.js';
import { DocumentIssuerRepository } from './document-issuer.repository.js';
import { DocumentRepository } from './document.repository.js';
import { DocumentsController } from './documents.controller.js';

@Module({
  providers: [DocumentIssuerRepository, DocumentIssuer, DocumentRepository],
  controllers: [DocumentsController],
})
export class DocumentsModule {}
