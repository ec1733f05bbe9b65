import { CommandClient } from '@desk/bullmq-transport';
import {
  type AdminIntegrations,
  adminIntegrationsAnswer,
  adminIntegrationsQuery,
  type IntegrationRequest,
  integrationRequestSchema,
  listAllIntegrationRequests,
  settleIntegration,
  settleIntegrationSchema,
} from '@desk/contracts';
import { Controller, Get, Patch } from '@nestjs/common';
import type { InferType } from 'yup';
import { Access } from '../auth/access.js';
import type { SignedIn } from '../auth/session.strategy.js';
import { type Client, Current, FromClient } from '../auth/signed-in.js';
import { IdParam } from '../http/id.pipe.js';
import { ValidBody, ValidQuery } from '../http/valid.js';
import { Documented } from '../openapi/documented.js';
import { readCursor, toCursor } from './cursor.js';

const PAGE = 50;

@Controller('api/admin/integration-requests')
@Access('admin')
export class AdminIntegrationsController {
  constructor(private readonly commands: CommandClient) {}

  @Get()
  @Documented({ summary: "Everybody's integration requests, newest first", answer: adminIntegrationsAnswer })
  async list(
    @ValidQuery(adminIntegrationsQuery) { status, after }: InferType<typeof adminIntegrationsQuery>,
  ): Promise<AdminIntegrations> {
    const seen = readCursor(after);
    const { requests, next } = await this.commands.send(listAllIntegrationRequests, {
      status: status ?? null,
      after: seen && { createdAt: seen.at, id: seen.id },
      limit: PAGE,
    });
    return { requests, next: next && toCursor(next.createdAt, next.id) };
  }

  @Patch(':requestId')
  @Documented({
    summary: 'Complete or decline a request',
    answer: integrationRequestSchema,
    errors: ['INTEGRATION_REQUEST_NOT_FOUND', 'INTEGRATION_REQUEST_SETTLED'],
  })
  settle(
    @IdParam('requestId', 'INTEGRATION_REQUEST_NOT_FOUND') requestId: string,
    @ValidBody(settleIntegrationSchema) { status }: InferType<typeof settleIntegrationSchema>,
    @Current() { user }: SignedIn,
    @FromClient() client: Client,
  ): Promise<IntegrationRequest> {
    return this.commands.send(settleIntegration, { requestId, status, actorId: user.id, client });
  }
}
