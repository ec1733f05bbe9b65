import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { CommandClient } from '@desk/bullmq-transport';
import { getBalanceReport, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { balanceCsv } from './balance-csv.js';
import { toBalanceReport, toPeriod } from './balance-month.js';

export const BalanceRoutes = forwardRoutes([
  forward('getMoneyReport', getBalanceReport, ({ query }) => query),
  forward('getBalanceReport', getBalanceReport, ({ query }) => toPeriod(query.month), toBalanceReport),
]);

/** What the account earned each day. */
@Controller()
export class AdminBalanceController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.exportBalanceReport)
  async export({ query, response }: RouteInput<'exportBalanceReport'>): Promise<void> {
    const report = await this.commands.send(getBalanceReport, toPeriod(query.month));
    const { sheet, rows } = balanceCsv(toBalanceReport(report));
    response.attachment(`balance-${query.month}.csv`);
    await pipeline(Readable.from(rows), sheet, response);
  }
}
