import { CommandClient } from '@desk/bullmq-transport';
import {
  type Delivery,
  deliverySchema,
  type FailedDeliveries,
  failedDeliveriesAnswer,
  failedDeliveriesQuery,
  nothing,
  resendDelivery,
} from '@desk/contracts';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { InferType } from 'yup';
import { Access } from '../auth/access.js';
import type { SignedIn } from '../auth/session.strategy.js';
import { type Caller, Current, FromCaller } from '../auth/signed-in.js';
import { IdParam } from '../http/id.pipe.js';
import { ValidBody, ValidQuery } from '../http/valid.js';
import { Documented } from '../openapi/documented.js';
import { FailedDeliveriesService } from './failed-deliveries.service.js';

@Controller('api/admin/deliveries')
@Access('admin')
export class AdminDeliveriesController {
  constructor(
    private readonly commands: CommandClient,
    private readonly failures: FailedDeliveriesService,
  ) {}

  @Get('failed')
  @Documented({ summary: 'Deliveries that were given up, newest first', answer: failedDeliveriesAnswer })
  failed(
    @ValidQuery(failedDeliveriesQuery) { after }: InferType<typeof failedDeliveriesQuery>,
  ): Promise<FailedDeliveries> {
    return this.failures.list(after);
  }

  @Post(':deliveryId/resend')
  @Documented({
    summary: 'Send a failed delivery again',
    answer: deliverySchema,
    errors: ['DELIVERY_NOT_FOUND', 'DELIVERY_NOT_FAILED'],
  })
  @HttpCode(200)
  resend(
    @IdParam('deliveryId', 'DELIVERY_NOT_FOUND') deliveryId: string,
    @ValidBody(nothing()) _body: object,
    @Current() { user }: SignedIn,
    @FromCaller() caller: Caller,
  ): Promise<Delivery> {
    return this.commands.send(resendDelivery, { deliveryId, actorId: user.id, caller });
  }
}
