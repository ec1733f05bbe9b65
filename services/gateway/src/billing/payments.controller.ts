import { CommandClient } from '@desk/bullmq-transport';
import { type AdminPayment, requestRefund, routes, toDecimal } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { linkNextPage, readPage, toCursor } from '../http/paging.js';
import { PaymentsService } from './payments.service.js';

export const RefundRoutes = forwardRoutes([
  forward(
    'requestRefund',
    requestRefund,
    ({ params, body, user, caller }) => ({ ...body, purchaseId: params.paymentId, actorId: user.id, caller }),
    ({ refund }) => refund,
  ),
]);

@Controller()
export class AdminPaymentsController {
  constructor(
    private readonly commands: CommandClient,
    private readonly payments: PaymentsService,
  ) {}

  @HandleRoute(routes.listPayments)
  async list({ query, response }: RouteInput<'listPayments'>): Promise<AdminPayment[]> {
    const { pageSize } = readPage(query);
    const { payments, total, isTotalMinimum } = await this.payments.list({ ...query, limit: pageSize });
    response.setHeader('x-total-count', String(total.count));
    response.setHeader('x-total-amount', toDecimal(total.amountCents));
    if (isTotalMinimum) response.setHeader('x-total-is-minimum', 'true');
    const last = payments.at(-1);
    if (last && payments.length === pageSize)
      linkNextPage(response, { before: toCursor(last.purchasedAt, last.id), pageSize: String(pageSize) });
    return payments;
  }
}
