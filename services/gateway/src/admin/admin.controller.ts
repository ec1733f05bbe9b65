import { CommandClient } from '@desk/bullmq-transport';
import {
  adminAuditQuery,
  type AdminPayment,
  adminPaymentsAnswer,
  adminPaymentsQuery,
  adminUsersAnswer,
  adminUsersQuery,
  listAudit,
  listUsers,
  type ResponseOf,
  toDecimal,
} from '@desk/contracts';
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { InferType } from 'yup';
import { Access } from '../auth/access.js';
import { readSearch } from '../http/search.js';
import { ValidQuery } from '../http/valid.js';
import { Documented } from '../openapi/documented.js';
import { toCursor } from './cursor.js';
import { nextPage, readPage, setTotal } from './paging.js';
import { PaymentsService } from './payments.service.js';

/** Lists as documented: an array. How many there are and where the next page is stands in the headers. */
@Controller('api/admin')
@Access('admin')
export class AdminController {
  constructor(
    private readonly commands: CommandClient,
    private readonly payments: PaymentsService,
  ) {}

  @Get('users')
  @Documented({ summary: 'Users, newest first', answer: adminUsersAnswer })
  async users(
    @ValidQuery(adminUsersQuery) query: InferType<typeof adminUsersQuery>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ResponseOf<typeof listUsers>['users']> {
    const page = readPage(query);
    const { users, total } = await this.commands.send(listUsers, {
      ...page,
      search: readSearch(query.search),
      ...(query.sort === undefined ? {} : { sort: query.sort }),
    });
    setTotal(response, total, page);
    return users;
  }

  @Get('payments')
  @Documented({ summary: 'Payments, newest first', answer: adminPaymentsAnswer })
  async list(
    @ValidQuery(adminPaymentsQuery) query: InferType<typeof adminPaymentsQuery>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminPayment[]> {
    const { pageSize } = readPage(query);
    const { payments, total } = await this.payments.list({ ...query, limit: pageSize });
    response.setHeader('x-total-count', String(total.count));
    response.setHeader('x-total-amount', toDecimal(total.amountCents));
    const last = payments.at(-1);
    if (last && payments.length === pageSize)
      nextPage(response, { before: toCursor(last.purchasedAt, last.id), pageSize: String(pageSize) });
    return payments;
  }

  @Get('audit')
  @Documented({ summary: 'Who did what, newest first' })
  async audit(
    @ValidQuery(adminAuditQuery) query: InferType<typeof adminAuditQuery>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ResponseOf<typeof listAudit>['events']> {
    const page = readPage(query);
    const { events, total } = await this.commands.send(listAudit, { ...page, userId: query.userId ?? null });
    setTotal(response, total, page);
    return events;
  }
}
