import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { CommandClient } from '@desk/bullmq-transport';
import { getBalanceReport, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { balanceCsv } from './balance-csv.js';

export const BalanceRoutes = forwardRoutes([
  forward('getBalanceReport', getBalanceReport, ({ query }) => query),
]);

/** What the account earned each day. */
@Controller()
export class AdminBalanceController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.exportBalanceReport)
  async export({ query, response }: RouteInput<'exportBalanceReport'>): Promise<void> {
    const report = await this.commands.send(getBalanceReport, query);
    const { sheet, rows } = balanceCsv(report);
    response.attachment(`balance-${query.month}.csv`);
    response.setHeader('content-type', 'text/csv; charset=utf-8');
    await pipeline(Readable.from(rows), sheet, response);
  }
}
