import { CommandClient } from '@desk/bullmq-transport';
import {
  integrationRequestsAnswer,
  integrationRequestSchema,
  listIntegrationRequests,
  requestIntegration,
  requestIntegrationSchema,
  type ResponseOf,
} from '@desk/contracts';
import { Controller, Get, Post } from '@nestjs/common';
import type { InferType } from 'yup';
import { Access } from '../auth/access.js';
import type { SignedIn } from '../auth/session.strategy.js';
import { type Caller, Current, FromCaller } from '../auth/signed-in.js';
import { Documented } from '../openapi/documented.js';
import { ValidBody } from '../http/valid.js';

@Controller('api')
@Access('signed-in')
export class IntegrationsController {
  constructor(private readonly commands: CommandClient) {}

  @Get('integration-requests')
  @Documented({ summary: 'Integrations asked for', answer: integrationRequestsAnswer })
  async list(@Current() { user }: SignedIn): Promise<ResponseOf<typeof listIntegrationRequests>['requests']> {
    const { requests } = await this.commands.send(listIntegrationRequests, { userId: user.id });
    return requests;
  }

  @Post('request-integration')
  @Documented({
    summary: 'Ask for an integration',
    answer: integrationRequestSchema,
    errors: ['INTEGRATION_ALREADY_REQUESTED'],
  })
  request(
    @ValidBody(requestIntegrationSchema) { integrationType }: InferType<typeof requestIntegrationSchema>,
    @Current() { user }: SignedIn,
    @FromCaller() caller: Caller,
  ): Promise<ResponseOf<typeof requestIntegration>> {
    return this.commands.send(requestIntegration, { userId: user.id, integrationType, caller });
  }
}
