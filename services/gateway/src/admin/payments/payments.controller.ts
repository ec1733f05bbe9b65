import { CommandClient } from '@desk/bullmq-transport';
import { type AdminPayment, requestRefund, routes, toDecimal } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../../http/handle-route.js';
import { toCursor } from '../../http/cursor.js';
import { linkNextPage, readPage } from '../paging.js';
import { PaymentsService } from './payments.service.js';

@Controller()
export class AdminPaymentsController {
  constructor(
    private readonly commands: CommandClient,
    private readonly payments: PaymentsService,
  ) {}

  @HandleRoute(routes.listPayments)
  async list({ query, response }: RouteInput<'listPayments'>): Promise<AdminPayment[]> {
    const { pageSize } = readPage(query);
    const { payments, total } = await this.payments.list({ ...query, limit: pageSize });
    response.setHeader('x-total-count', String(total.count));
    response.setHeader('x-total-amount', toDecimal(total.amountCents));
    const last = payments.at(-1);
    if (last && payments.length === pageSize)
      linkNextPage(response, { before: toCursor(last.purchasedAt, last.id), pageSize: String(pageSize) });
    return payments;
  }

  @HandleRoute(routes.requestRefund)
  async refund({
    params,
    body,
    user,
    caller,
  }: RouteInput<'requestRefund'>): Promise<RouteAnswer<'requestRefund'>> {
    const request = { ...body, purchaseId: params.paymentId, actorId: user.id, caller };
    return (await this.commands.send(requestRefund, request)).refund;
  }
}
