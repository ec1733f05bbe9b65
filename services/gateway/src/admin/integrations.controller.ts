import { CommandClient } from '@desk/bullmq-transport';
import {
  type AdminIntegrations,
  adminIntegrationsAnswer,
  adminIntegrationsQuery,
  type IntegrationRequest,
  integrationRequestSchema,
  listAllIntegrationRequests,
  resolveIntegrationRequest,
  resolveIntegrationRequestSchema,
} from '@desk/contracts';
import { Controller, Get, Patch } from '@nestjs/common';
import type { InferType } from 'yup';
import { Access } from '../auth/access.js';
import type { SignedIn } from '../auth/session.strategy.js';
import { type Caller, Current, FromCaller } from '../auth/signed-in.js';
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
    errors: ['INTEGRATION_REQUEST_NOT_FOUND', 'INTEGRATION_REQUEST_RESOLVED'],
  })
  settle(
    @IdParam('requestId', 'INTEGRATION_REQUEST_NOT_FOUND') requestId: string,
    @ValidBody(resolveIntegrationRequestSchema) { status }: InferType<typeof resolveIntegrationRequestSchema>,
    @Current() { user }: SignedIn,
    @FromCaller() caller: Caller,
  ): Promise<IntegrationRequest> {
    return this.commands.send(resolveIntegrationRequest, { requestId, status, actorId: user.id, caller });
  }
}
