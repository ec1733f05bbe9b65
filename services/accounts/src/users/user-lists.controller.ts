import { HandleCommand } from '@desk/bullmq-transport';
import { getUserNames, listUsers, type RequestOf, type ResponseOf, searchUserIds } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { AdminAccess } from '../credentials/admin-access.js';
import { UserListsService } from './user-lists.service.js';

@Controller()
export class UserListsController {
  constructor(
    private readonly lists: UserListsService,
    private readonly adminAccess: AdminAccess,
  ) {}

  @HandleCommand(listUsers)
  async list(request: RequestOf<typeof listUsers>): Promise<ResponseOf<typeof listUsers>> {
    await this.adminAccess.assertAllowed(request.actorId);
    return this.lists.list(request);
  }

  @HandleCommand(searchUserIds)
  async searchIds({
    text,
    limit,
  }: RequestOf<typeof searchUserIds>): Promise<ResponseOf<typeof searchUserIds>> {
    return { userIds: await this.lists.searchIds(text, limit) };
  }

  @HandleCommand(getUserNames)
  async getNames({ userIds }: RequestOf<typeof getUserNames>): Promise<ResponseOf<typeof getUserNames>> {
    return { users: await this.lists.getNames(userIds) };
  }
}
