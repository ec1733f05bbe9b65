import { CommandClient } from '@desk/bullmq-transport';
import { type AdminDocument, DomainError, getDocument, listDocuments, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { sendDocument } from './send-document.js';
import { type StatementOwner, StatementService } from './statement.service.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { readCursor, toCursor } from '../http/paging.js';
import { NamesService, type NamedUser } from '../names/names.service.js';

const PAGE_SIZE = 25;
/** For accounts whose time zone is not known. */
const PLATFORM_TIME_ZONE = 'America/New_York';

/** Addresses a document to a user, who may no longer exist. */
const ownerOf = (id: string, user: NamedUser | undefined): StatementOwner => ({
  id,
  timeZone: user?.timeZone ?? PLATFORM_TIME_ZONE,
  billedTo: {
    name: user ? `${user.firstName} ${user.lastName}`.trim() : `User ${id}`,
    companyName: user?.companyName ?? null,
  },
});

/** Receipts, credit notes and statements of all agents. */
@Controller()
export class AdminDocumentsController {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
    private readonly statements: StatementService,
  ) {}

  @HandleRoute(routes.listAllDocuments)
  async list({ query }: RouteInput<'listAllDocuments'>): Promise<RouteAnswer<'listAllDocuments'>> {
    const { documents, next } = await this.commands.send(listDocuments, {
      buyerId: null,
      kind: query.kind ?? null,
      number: query.number === undefined ? null : Number(query.number),
      after: readCursor(query.after, 'occurredAt'),
      limit: PAGE_SIZE,
    });
    const [users, leads] = await Promise.all([
      this.names.users(documents.map(({ userId }) => userId)),
      this.names.leads(documents.map(({ leadId }) => leadId)),
    ]);
    const toRow = (document: (typeof documents)[number]): AdminDocument => ({
      ...document,
      user: users.get(document.userId) ?? null,
      lead: leads.get(document.leadId) ?? null,
    });
    return { documents: documents.map(toRow), next: next && toCursor(next.occurredAt, next.id) };
  }

  @HandleRoute(routes.downloadAnyDocument)
  async download({ params, response }: RouteInput<'downloadAnyDocument'>): Promise<void> {
    const { documentId } = params;
    const document = await this.commands.send(getDocument, { documentId, buyerId: null });
    const { billedTo, timeZone } = await this.getOwner(document.userId, { mustExist: false });
    await sendDocument({ ...document, billedTo, timeZone }, response);
  }

  @HandleRoute(routes.downloadAgentStatement)
  async downloadStatement({ query, response }: RouteInput<'downloadAgentStatement'>): Promise<void> {
    await this.statements.sendPdf(await this.getOwner(query.userId), query.month, response);
  }

  @HandleRoute(routes.exportAgentStatement)
  async exportStatement({ query, response }: RouteInput<'exportAgentStatement'>): Promise<void> {
    await this.statements.sendCsv(await this.getOwner(query.userId), query.month, response);
  }

  private async getOwner(userId: string, { mustExist = true } = {}): Promise<StatementOwner> {
    const user = (await this.names.userDetails([userId])).get(userId);
    if (!user && mustExist) throw new DomainError('USER_NOT_FOUND');
    return ownerOf(userId, user);
  }
}
