import { HandleCommand } from '@desk/bullmq-transport';
import {
  DomainError,
  getDocument,
  getStatementTotals,
  listDocuments,
  listStatementLines,
  type RequestOf,
} from '@desk/contracts';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { type businessSettings, readBusiness } from './business-settings.js';
import { DocumentRepository, type Position } from './document.repository.js';

/** The position after which the next page starts; null if there is none. */
const nextOf = (rows: readonly Position[], limit: number): Position | null => {
  const last = rows.at(-1);
  return last && rows.length === limit ? { occurredAt: last.occurredAt, id: last.id } : null;
};

@Controller()
export class DocumentsController {
  constructor(
    private readonly documents: DocumentRepository,
    @InjectEnv() private readonly env: SettingsOf<typeof businessSettings>,
  ) {}

  @HandleCommand(listDocuments)
  async list({ after, limit, ...filter }: RequestOf<typeof listDocuments>) {
    const documents = await this.documents.list(filter, after, limit);
    return { documents, next: nextOf(documents, limit) };
  }

  /** Answers another buyer's document like an unknown one. */
  @HandleCommand(getDocument)
  async get({ documentId, buyerId }: RequestOf<typeof getDocument>) {
    const document = await this.documents.find(documentId);
    if (!document || (buyerId !== null && document.userId !== buyerId))
      throw new DomainError('DOCUMENT_NOT_FOUND');
    return document;
  }

  @HandleCommand(getStatementTotals)
  async getTotals(period: RequestOf<typeof getStatementTotals>) {
    return { totals: await this.documents.sumPeriod(period), business: readBusiness(this.env) };
  }

  @HandleCommand(listStatementLines)
  async listLines({ after, limit, ...period }: RequestOf<typeof listStatementLines>) {
    const lines = await this.documents.listPeriod(period, after, limit);
    return { lines, next: nextOf(lines, limit) };
  }
}
