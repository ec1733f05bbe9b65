import { CommandClient } from '@desk/bullmq-transport';
import {
  type CurrentUser,
  type DocumentAnswer,
  DOCUMENTS_PAGE_SIZE,
  getDocument,
  listDocuments,
  routes,
  type StatementAnswer,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { readCursor, toCursor } from '../http/paging.js';
import { forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { sendDocument } from './send-document.js';
import { type StatementOwner, StatementService } from './statement.service.js';

const ownerOf = ({ id, timeZone, firstName, lastName, companyName }: CurrentUser): StatementOwner => ({
  id,
  timeZone,
  billedTo: { name: `${firstName} ${lastName}`.trim(), companyName },
});

export const DocumentRoutes = forwardRoutes([
  forward(
    'listDocuments',
    listDocuments,
    ({ query, user }) => ({
      buyerId: user.id,
      kind: null,
      number: null,
      limit: DOCUMENTS_PAGE_SIZE,
      after: readCursor(query.after, 'occurredAt'),
    }),
    ({ documents, next }) => ({ documents, next: next && toCursor(next.occurredAt, next.id) }),
  ),
]);

/** An agent's own receipts, credit notes and statements. The session alone decides whose they are. */
@Controller()
export class DocumentsController {
  constructor(
    private readonly commands: CommandClient,
    private readonly statements: StatementService,
  ) {}

  @HandleRoute(routes.getDocument)
  get({ params, user }: RouteInput<'getDocument'>): Promise<DocumentAnswer> {
    return this.read(params.documentId, user);
  }

  @HandleRoute(routes.downloadDocument)
  async download({ params, user, response }: RouteInput<'downloadDocument'>): Promise<void> {
    await sendDocument(await this.read(params.documentId, user), response);
  }

  @HandleRoute(routes.getStatement)
  getStatement({ query, user }: RouteInput<'getStatement'>): Promise<StatementAnswer> {
    return this.statements.get(ownerOf(user), query.month);
  }

  @HandleRoute(routes.downloadStatement)
  async downloadStatement({ query, user, response }: RouteInput<'downloadStatement'>): Promise<void> {
    await this.statements.sendPdf(ownerOf(user), query.month, response);
  }

  @HandleRoute(routes.exportStatement)
  async exportStatement({ query, user, response }: RouteInput<'exportStatement'>): Promise<void> {
    await this.statements.sendCsv(ownerOf(user), query.month, response);
  }

  private async read(documentId: string, user: CurrentUser): Promise<DocumentAnswer> {
    const document = await this.commands.send(getDocument, { documentId, buyerId: user.id });
    const { billedTo, timeZone } = ownerOf(user);
    return { ...document, billedTo, timeZone };
  }
}
